import type { ManifestRules } from '../parts/manifest-rules.ts';

const POPULAR =
  'requests numpy pandas flask django urllib3 setuptools pytest boto3 botocore cryptography certifi pyyaml scipy matplotlib pillow sqlalchemy jinja2 werkzeug click tensorflow pytorch scikit-learn beautifulsoup4 selenium aiohttp fastapi pydantic uvicorn httpx colorama python-dateutil charset-normalizer protobuf tqdm pygments markupsafe itsdangerous rich pylint mypy black ruff coverage paramiko psycopg2 redis celery gunicorn';
const HONEST = 'flaskr flake8 redis4 clack rick klick blake';

export const pythonManifest: ManifestRules = {
  lines: {
    file: /(?:\.txt|\.in|pyproject\.toml|setup\.cfg|setup\.py|pipfile)$/i,
    dependency: /^\s*["']?([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*(?:[=<>~!]=?|@|;|["',]|$)/,
    elsewhere:
      /(?:^|\s|["'@])(?:git\+\w+:\/\/|https?:\/\/\S+\.(?:zip|whl|tar\.gz|git)|-e\s+git|--(?:extra-)?index-url|--find-links|--trusted-host|file:\/\/)|\bgit\s*=\s*["']|\bpath\s*=\s*["']\.\.\//,
  },
  settings: /(?:^|\/)pip\.conf$/,
  names: {
    popular: POPULAR.split(' '),
    honest: new Set(HONEST.split(' ')),
    filedAs: (name) => name.toLowerCase().replaceAll(/[._]/g, '-'),
  },
};
