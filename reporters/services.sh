# Sourced before a check that needs services: starts each, waits until it is ready, stops all when the shell ends.
# POSIX sh. Usage: hydra_service NAME PORT SECONDS COMMAND READY; PORT 0 is any free one, READY may be empty.
# Sets HYDRA_PORT. `{port}` and `{dir}` in COMMAND and READY stand for the port and an empty folder.

hydra_service_pids=${hydra_service_pids:-}
hydra_service_dir="${TMPDIR:-/tmp}/hydra-services-$$"

hydra_stop_services() {
  hydra_status=$?
  trap - EXIT
  for hydra_pid in $hydra_service_pids; do
    # A command of several steps has started the service as a child.
    hydra_children=$(cat "/proc/$hydra_pid/task/$hydra_pid/children" 2>/dev/null)
    kill "$hydra_pid" $hydra_children 2>/dev/null
  done
  for hydra_pid in $hydra_service_pids; do
    hydra_left=30
    while [ "$hydra_left" -gt 0 ] && kill -0 "$hydra_pid" 2>/dev/null; do
      sleep 0.1
      hydra_left=$((hydra_left - 1))
    done
    kill -9 "$hydra_pid" 2>/dev/null
  done
  rm -rf "$hydra_service_dir"
  exit "$hydra_status"
}
trap hydra_stop_services EXIT
trap 'exit 143' TERM
trap 'exit 130' INT

hydra_listens() {
  hydra_hex=$(printf '%04X' "$1")
  if [ -r /proc/net/tcp ]; then
    cat /proc/net/tcp /proc/net/tcp6 2>/dev/null | grep -q ":$hydra_hex [0-9A-F]*:0000 0A "
  else
    nc -z 127.0.0.1 "$1" 2>/dev/null
  fi
}

hydra_free_port() {
  hydra_tries=0
  while :; do
    HYDRA_PORT=$((20000 + $(od -An -N2 -tu2 /dev/urandom) % 12000))
    hydra_tries=$((hydra_tries + 1))
    hydra_listens "$HYDRA_PORT" || return 0
    [ "$hydra_tries" -lt 100 ] || return 1
  done
}

hydra_fill() {
  printf '%s\n' "$1" | sed -e "s|{port}|$HYDRA_PORT|g" -e "s|{dir}|$hydra_dir|g"
}

hydra_give_up() {
  echo "hydra: the service $1 $2" >&2
  head -c 4000 "$hydra_log" >&2
  exit 87
}

hydra_service() {
  hydra_dir="$hydra_service_dir/$1"
  hydra_log="$hydra_service_dir/$1.log"
  mkdir -p "$hydra_dir"
  if [ "$2" -gt 0 ]; then
    HYDRA_PORT=$2
    : >"$hydra_log"
    hydra_listens "$2" && hydra_give_up "$1" "needs port $2, which is taken"
  else
    hydra_free_port
  fi
  sh -c "$(hydra_fill "$4")" >"$hydra_log" 2>&1 </dev/null &
  hydra_pid=$!
  hydra_service_pids="$hydra_pid $hydra_service_pids"
  hydra_left=$(($3 * 10))
  while :; do
    if [ -n "$5" ]; then
      sh -c "$(hydra_fill "$5")" >/dev/null 2>&1 </dev/null && return 0
    else
      hydra_listens "$HYDRA_PORT" && return 0
    fi
    kill -0 "$hydra_pid" 2>/dev/null || hydra_give_up "$1" "ended before it was ready:"
    [ "$hydra_left" -gt 0 ] || hydra_give_up "$1" "was not ready after $3 s; raise [services.$1] timeout_seconds if it needs longer:"
    hydra_left=$((hydra_left - 1))
    sleep 0.1
  done
}
