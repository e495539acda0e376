/** Names that impostors imitate. */
const POPULAR = {
  npm: 'lodash react express axios chalk commander moment request async debug typescript webpack eslint prettier mocha vitest dotenv mongoose socket.io body-parser cross-env node-fetch jsonwebtoken bcrypt electron puppeteer playwright winston nodemailer sequelize graphql esbuild rollup semver minimist rimraf underscore jquery angular redux react-dom react-router next-auth fastify passport mysql uuid colors yargs inquirer cheerio supertest rxjs zod prisma tailwindcss postcss autoprefixer'.split(
    ' ',
  ),
  pypi: 'requests numpy pandas flask django urllib3 setuptools pytest boto3 botocore cryptography certifi pyyaml scipy matplotlib pillow sqlalchemy jinja2 werkzeug click tensorflow pytorch scikit-learn beautifulsoup4 selenium aiohttp fastapi pydantic uvicorn httpx colorama python-dateutil charset-normalizer protobuf tqdm pygments markupsafe itsdangerous rich pylint mypy black ruff coverage paramiko psycopg2 redis celery gunicorn'.split(
    ' ',
  ),
} as const;

/** Honest names that happen to be close to another. */
const HONEST = new Set([
  'flaskr',
  'preact',
  'colord',
  'color',
  'uuidv4',
  'ruid',
  'mocha-7',
  'flake8',
  'request-ip',
  'redis4',
  'react2',
  'zox',
  'clack',
  'rollup2',
  'async2',
  'rick',
  'klick',
  'blake',
]);
const SHORTEST = 5;

/** One letter more, less, other, or two swapped. */
const isOneSlipApart = (a: string, b: string): boolean => {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  let at = 0;
  while (at < Math.min(a.length, b.length) && a[at] === b[at]) at++;
  const [restA, restB] = [a.slice(at), b.slice(at)];
  if (restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1)) return true;
  return restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
};

/** The well-known name that a name is one slip away from; null if there is none or it is well-known itself. */
export const resembledName = (registry: 'npm' | 'pypi', name: string): string | null => {
  const wanted = registry === 'pypi' ? name.toLowerCase().replaceAll(/[._]/g, '-') : name;
  const known: readonly string[] = POPULAR[registry];
  if (wanted.length < SHORTEST || wanted.length > 60 || known.includes(wanted) || HONEST.has(wanted))
    return null;
  return known.find((popular) => popular.length >= SHORTEST && isOneSlipApart(wanted, popular)) ?? null;
};
