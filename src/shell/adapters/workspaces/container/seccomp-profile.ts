import * as z from 'zod';

const Profile = z.looseObject({
  defaultAction: z.string(),
  syscalls: z.array(z.looseObject({ names: z.array(z.string()) })),
});

/** With these a command could become root of a new namespace and mount file systems. */
const FORBIDDEN = [
  'unshare setns mount mount_setattr move_mount open_tree fsopen fsmount fsconfig fspick',
  'umount umount2 pivot_root',
].flatMap((names) => names.split(' '));
/** Every CLONE_NEW… flag. */
const NEW_NAMESPACES = 0x7e_02_00_00;
const [EPERM, ENOSYS] = [1, 38];

const RULES = [
  { names: FORBIDDEN, action: 'SCMP_ACT_ERRNO', errnoRet: EPERM },
  {
    names: ['clone'],
    action: 'SCMP_ACT_ALLOW',
    args: [{ index: 0, value: NEW_NAMESPACES, valueTwo: 0, op: 'SCMP_CMP_MASKED_EQ' }],
  },
  // Its flags are in memory, which a filter cannot read; libraries fall back to the older call.
  { names: ['clone3'], action: 'SCMP_ACT_ERRNO', errnoRet: ENOSYS },
];

/** podman's own filter of system calls allows new namespaces, docker's does not: the same filter, a little narrower. */
export const withoutNamespaces = (profile: string): string | null => {
  try {
    const { syscalls, ...rest } = Profile.parse(JSON.parse(profile));
    const replaced = new Set(RULES.flatMap(({ names }) => names));
    const kept = syscalls.map((rule) => ({
      ...rule,
      names: rule.names.filter((name) => !replaced.has(name)),
    }));
    return JSON.stringify({ ...rest, syscalls: [...kept.filter(({ names }) => names.length > 0), ...RULES] });
  } catch {
    return null;
  }
};
