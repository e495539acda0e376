import { Link } from '@tanstack/react-router';
import { Empty } from '../ui/states.tsx';

export const NotFound = () => (
  <Empty title="There is no such page" level={1}>
    <p>
      The address may be old or misspelt.{' '}
      <Link to="/" className="link">
        All runs
      </Link>
    </p>
  </Empty>
);
