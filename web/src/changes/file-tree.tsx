import type { DiffFile } from '../api/types.ts';
import { Icon } from '../ui/icon.tsx';

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
const SIGNS: Readonly<Record<string, string>> = {
  added: 'A',
  deleted: 'D',
  modified: 'M',
  renamed: 'R',
  copied: 'C',
};

/** Files by folder; a mark shows that something was found in a file. */
export const FileTree = ({
  files,
  chosen,
  onChoose,
}: {
  readonly files: readonly DiffFile[];
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
}) => (
  <nav aria-label="Changed files" className="max-h-[40vh] overflow-y-auto p-2 lg:max-h-[75vh]">
    {[...Map.groupBy(files, ({ path }) => folderOf(path))].map(([folder, inside]) => (
      <div key={folder} className="mb-2">
        <p className="truncate px-2 font-mono text-xs text-faint" title={folder}>
          {folder === '' ? './' : folder}
        </p>
        <ul>
          {inside.map((file) => (
            <li key={file.index}>
              <button
                type="button"
                data-row
                aria-current={file.index === chosen ? 'true' : undefined}
                className="flex w-full items-center gap-2 rounded-md px-2 py-1 text-left text-sm hover:bg-sunken aria-[current=true]:bg-accent-soft"
                onClick={() => onChoose(file.index)}
                title={file.path}
              >
                <span className="w-3 text-xs text-faint" title={file.change}>
                  {SIGNS[file.change] ?? '·'}
                </span>
                <span className="min-w-0 flex-1 truncate">{file.path.slice(folder.length)}</span>
                {file.notes.length > 0 && (
                  <span className="flex items-center text-warn">
                    <Icon name="flag" className="size-3" />
                    <span className="sr-only">{file.notes.length} notes</span>
                  </span>
                )}
                <span className="num text-xs whitespace-nowrap">
                  <span className="text-pass">+{file.added}</span>{' '}
                  <span className="text-fail">−{file.removed}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    ))}
  </nav>
);
