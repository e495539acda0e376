# Stands in for pnpm, yarn or bun, the first argument, where only npm is installed: `pnpm test`, `yarn build --all`,
# `pnpm exec vitest run`. Scripts are run by npm, which passes flags on only after `--`; other names are programs of
# installed packages.
manager=$1
shift
case "${1-}" in
  run | run-script) shift ;;
  exec | x)
    shift
    if [ "${1-}" = -- ]; then shift; fi
    exec "$@"
    ;;
  *)
    # Bun has a test runner of its own, and runs files.
    if [ "$manager" = bun ]; then
      echo "bun: not found" >&2
      exit 127
    fi
    case "${1-}" in
      t | tst) shift; set -- test "$@" ;;
      install | i | ci | pack | -* | '') exec npm "$@" ;;
    esac
    ;;
esac
# Flags before the name are not for a script: npm says what it makes of them.
case "${1-}" in -* | '') exec npm run "$@" ;; esac
name=$1
shift
if [ "${1-}" = -- ]; then shift; fi
if node -e 'process.exit(JSON.parse(require("fs").readFileSync("package.json", "utf8")).scripts?.[process.argv[1]] ? 0 : 1)' "$name"; then
  exec npm run "$name" -- "$@"
fi
exec "$name" "$@"
