import { randomInt } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runTool } from '../host/run-tool.ts';
import { ensureFolder } from './support-files.ts';

/**
 * Shows programs another date. Only the clock of the day is ahead, and it runs on; deadlines on it are moved back before
 * they reach the system. Other clocks stay: libfaketime moves them too or breaks waiting (see docs/decisions/sandbox.md).
 */
const SOURCE = String.raw`#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <threads.h>

/* Replaced in the compiled file: every session has another date. */
static volatile const long long ahead = AHEAD;
#define OFFSET_SECONDS ((time_t)ahead)

/* Dates are above this and times since the start of the machine below: 1973, or three years. */
#define FIRST_DATE 100000000

#define REAL(name) ((__typeof__(&name))real(&known_##name, #name))

static void *real(void **known, const char *name) {
  void *found = __atomic_load_n(known, __ATOMIC_RELAXED);
  if (found == NULL) {
    found = dlsym(RTLD_NEXT, name);
    __atomic_store_n(known, found, __ATOMIC_RELAXED);
  }
  return found;
}

static int is_date(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI ||
         clock == CLOCK_REALTIME_ALARM;
}

/* The deadline as the system knows it; the clock of a condition variable is told by the value. */
static const struct timespec *back(const struct timespec *given, struct timespec *moved) {
  if (given == NULL || given->tv_sec < FIRST_DATE) return given;
  *moved = *given;
  moved->tv_sec -= OFFSET_SECONDS;
  if (moved->tv_sec < 0) moved->tv_sec = 0;
  return moved;
}

static void *known_clock_gettime;
int clock_gettime(clockid_t clock, struct timespec *now) {
  int result = REAL(clock_gettime)(clock, now);
  if (result == 0 && is_date(clock)) now->tv_sec += OFFSET_SECONDS;
  return result;
}

int __clock_gettime(clockid_t clock, struct timespec *now) { return clock_gettime(clock, now); }

static void *known_gettimeofday;
int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  int result = REAL(gettimeofday)(now, zone);
  if (result == 0) now->tv_sec += OFFSET_SECONDS;
  return result;
}

static void *known_time;
time_t time(time_t *into) {
  time_t now = REAL(time)(NULL) + OFFSET_SECONDS;
  if (into != NULL) *into = now;
  return now;
}

static void *known_timespec_get;
int timespec_get(struct timespec *now, int base) {
  int result = REAL(timespec_get)(now, base);
  if (result == TIME_UTC) now->tv_sec += OFFSET_SECONDS;
  return result;
}

static void *known_clock_nanosleep;
int clock_nanosleep(clockid_t clock, int flags, const struct timespec *until, struct timespec *left) {
  struct timespec moved;
  int at_date = is_date(clock) && (flags & TIMER_ABSTIME) != 0;
  return REAL(clock_nanosleep)(clock, flags, at_date ? back(until, &moved) : until, left);
}

static void *known_timer_settime;
int timer_settime(timer_t timer, int flags, const struct itimerspec *restrict set, struct itimerspec *restrict old) {
  struct itimerspec moved;
  if (set != NULL && (flags & TIMER_ABSTIME) != 0) {
    moved = *set;
    moved.it_value = *back(&set->it_value, &moved.it_value);
    set = &moved;
  }
  return REAL(timer_settime)(timer, flags, set, old);
}

static void *known_timerfd_settime;
int timerfd_settime(int timer, int flags, const struct itimerspec *set, struct itimerspec *old) {
  struct itimerspec moved;
  if (set != NULL && (flags & TFD_TIMER_ABSTIME) != 0) {
    moved = *set;
    moved.it_value = *back(&set->it_value, &moved.it_value);
    set = &moved;
  }
  return REAL(timerfd_settime)(timer, flags, set, old);
}

#define UNTIL(name, parameters, ...)                                                                                   \
  static void *known_##name;                                                                                           \
  int name parameters {                                                                                                \
    struct timespec moved;                                                                                             \
    return REAL(name)(__VA_ARGS__);                                                                                    \
  }
#define TIME const struct timespec *restrict until
#define THEN back(until, &moved)

UNTIL(sem_timedwait, (sem_t *restrict s, TIME), s, THEN)
UNTIL(sem_clockwait, (sem_t *restrict s, clockid_t c, TIME), s, c, THEN)
UNTIL(pthread_mutex_timedlock, (pthread_mutex_t *restrict m, TIME), m, THEN)
UNTIL(pthread_mutex_clocklock, (pthread_mutex_t *restrict m, clockid_t c, TIME), m, c, THEN)
UNTIL(pthread_rwlock_timedrdlock, (pthread_rwlock_t *restrict l, TIME), l, THEN)
UNTIL(pthread_rwlock_timedwrlock, (pthread_rwlock_t *restrict l, TIME), l, THEN)
UNTIL(pthread_rwlock_clockrdlock, (pthread_rwlock_t *restrict l, clockid_t c, TIME), l, c, THEN)
UNTIL(pthread_rwlock_clockwrlock, (pthread_rwlock_t *restrict l, clockid_t c, TIME), l, c, THEN)
UNTIL(pthread_timedjoin_np, (pthread_t t, void **r, const struct timespec *until), t, r, THEN)
UNTIL(mtx_timedlock, (mtx_t *restrict m, TIME), m, THEN)
UNTIL(cnd_timedwait, (cnd_t *restrict c, mtx_t *restrict m, TIME), c, m, THEN)

/* Two versions of this symbol exist on some machines; the newer one is meant. */
static void *known_pthread_cond_timedwait;
int pthread_cond_timedwait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m, TIME) {
  struct timespec moved;
  return REAL(pthread_cond_timedwait)(c, m, THEN);
}
UNTIL(pthread_cond_clockwait, (pthread_cond_t *restrict c, pthread_mutex_t *restrict m, clockid_t k, TIME), c, m, k, THEN)
`;

/** Stands for the offset in the compiled file; unlikely to be there by chance. */
const PLACEHOLDER = 0x4a_7d_31_c6_5e_92_0f_b3n;

const DAY = 24 * 60 * 60;
const WEEK = 7;
/** Further than what a certificate or a fixture usually leaves, and within a year. */
const DAYS = { from: 100, to: 300 } as const;

/** Another day of the week and another hour, months ahead; no candidate can know which. */
export const drawOffset = (): number => {
  const days = randomInt(DAYS.from, DAYS.to);
  return (days % WEEK === 0 ? days + 1 : days) * DAY + randomInt(60 * 60, DAY - 60 * 60);
};

/** One for the base and all candidates. */
const OFFSET = drawOffset();

const bytesOf = (value: bigint): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(value);
  return bytes;
};

/** Null: the placeholder is not there exactly once. */
export const withOffset = (library: Buffer, seconds: number): Buffer | null => {
  const wanted = bytesOf(PLACEHOLDER);
  const at = library.indexOf(wanted);
  if (at < 0 || library.includes(wanted, at + 1)) return null;
  const next = Buffer.from(library);
  bytesOf(BigInt(seconds)).copy(next, at);
  return next;
};

const LIBRARY = 'clock.so';

const compile = async (compiler: string, folder: string): Promise<void> => {
  const source = join(folder, 'clock.c');
  await writeFile(source, SOURCE);
  const words = ['-shared', '-fPIC', '-O2', `-DAHEAD=${PLACEHOLDER}LL`, '-o', join(folder, LIBRARY), source];
  const made = await runTool(compiler, [...words, '-ldl', '-lpthread'], { timeoutMs: 60_000 });
  await rm(source);
  if (!made.ok) throw new Error(`the library for it does not compile: ${made.problem.slice(0, 200)}`);
};

/** A library that moves the date, or why there is none. */
export type DateLibrary = { readonly library: Buffer } | { readonly library: null; readonly reason: string };

/** Compiled once for a machine. */
export const findDateLibrary = async (cacheDir: string, compiler: string | null): Promise<DateLibrary> => {
  if (compiler === null)
    return { library: null, reason: 'that needs a C compiler, and none is installed (apt install gcc)' };
  try {
    const identity = ['date-library', SOURCE, compiler, process.arch];
    const folder = await ensureFolder(cacheDir, identity, (made) => compile(compiler, made));
    const library = withOffset(await readFile(join(folder, LIBRARY)), OFFSET);
    return library === null
      ? { library: null, reason: 'the compiled library for it is not as expected' }
      : { library };
  } catch (error) {
    return { library: null, reason: error instanceof Error ? error.message : String(error) };
  }
};

/** Where the sandbox shows it; beside the reports, since no other folder can get new files. */
const AT = '/hydra/clock.so';

/** Loaded into every program that is not static, also into those that start with an empty environment. */
export const dateFiles = async (
  folder: string,
  library: Buffer,
): Promise<readonly (readonly [source: string, at: string])[]> => {
  const [own, list] = [join(folder, LIBRARY), join(folder, 'preload')];
  await writeFile(own, library, { mode: 0o644 });
  await writeFile(list, `${AT}\n`, { mode: 0o644 });
  return [
    [own, AT],
    [list, PRELOADED],
  ];
};

export const PRELOADED = '/etc/ld.so.preload';
