import {
  loadedBy,
  type OuterNames,
  type SurroundingPatterns,
  type TestAware,
} from '../parts/surroundings.ts';

export const javaSurroundings: SurroundingPatterns = {
  variables: /\bSystem\.(?:getenv|getProperty|getProperties)\b/,
  arguments: /\bgetInputArguments\b|\bProcessHandle\b/,
  stack: /\bgetStackTrace\b|\bStackWalker\b|\bgetAllStackTraces\b/,
  modules: /\bClass\.forName\b|\bgetClassLoader\b/,
  clock:
    /\bSystem\.(?:currentTimeMillis|nanoTime)\b|\b(?:Instant|LocalDate|LocalDateTime|ZonedDateTime)\.now\b|\bnew\s+(?:java\.util\.)?Date\s*\(\s*\)/,
  state:
    /\bstatic\s+(?:(?:private|public|protected|volatile|transient)\s+)*(?!final\b|class\b|void\b|interface\b|enum\b|record\b|abstract\b)[\w.<>,?[\]\s]{1,100}\s\w+\s*(?:=(?!=)|;)|\bstatic\b[^;{}()=]{0,80}\b(?:Atomic\w+|\w+(?:Adder|Accumulator)|ThreadLocal|ConcurrentHashMap|Semaphore|CountDownLatch)\b|\bstatic\s+final\s+[\w.<>,?\s]{1,100}(?:\[\s*\]\s*)*\s\w+\s*=\s*new\s+(?!(?:String|Object|BigDecimal|BigInteger|TypeToken|Gson|SimpleDateFormat|DecimalFormat)\b|\w+(?:Exception|Error|Pattern|Type|Adapter|Factory|Policy)\b)\w[\w.<>,?\s]{0,80}(?:\([^()]{0,80}\)|\[\s*\w)|\bstatic\s+final\s+(?:[\w.]+\.)?(?:\w*Iterator|Scanner|StringTokenizer|Spliterator|Matcher|Enumeration)\b|(?<![\w.])[A-Z]\w*\.[A-Z][A-Z_\d]*\.\w+\s*(?:\+\+|--|[-+*/|&^]?=(?!=))|\binterface\b[^{;]{0,200}\{[^\0]{0,2000}?\w\s*\[\s*\]\s*\w+\s*=\s*new\b/,
  equality: /\bboolean\s+equals\s*\(\s*(?:final\s+)?(?:java\.lang\.)?Object\b|\bint\s+compareTo\s*\(/,
  place: /\bThread\.currentThread\b|\bgetHostName\b|\bSystem\.console\b/,
};

export const javaOuter: OuterNames = {
  statements: new Set(['import_declaration']),
  head: /^/,
  brings: new Set(['import_declaration']),
  loads: loadedBy(/^\s*import\s+(?:static\s+)?([\w.*]+)\s*;/),
  own: /^(?!javax?\.|sun\.|jdk\.|com\.sun\.)/,
  pure: /^java\.(?:util|math|text|time|nio\.charset|nio\.(?:Byte|Char)Buffer|io\.(?:IOException|Uncheck\w+|Serializable|Reader|Writer|String\w+|Input\w*|Output\w*|ByteArray\w+|Buffered\w+|Closeable|EOFException|PushbackReader|ObjectStreamException))\b(?!\.(?:Random|UUID|Timer|ServiceLoader|logging|prefs|jar|zip)\b)/,
  names:
    /\bSystem\.(?!arraycopy\b|lineSeparator\b)\w+|\b(?:Thread|Runtime|Throwable|StackWalker|ProcessHandle|ServiceLoader|MethodHandles?|ManagementFactory|ClassLoader|StackOverflowError|OutOfMemoryError|ThreadLocalRandom|Random|UUID|Timer)\b(?!\s*[;>]\s*$)|\bMath\.random\b|\bLocale\s*\.\s*getDefault\b|\bTimeZone\s*\.\s*getDefault\b|\bZoneId\s*\.\s*systemDefault\b|\bCharset\s*\.\s*defaultCharset\b|\bCalendar\s*\.\s*getInstance\b|\bnew\s+(?:[\w.]+\.)?(?:GregorianCalendar|SplittableRandom|File(?:Reader|Writer|InputStream|OutputStream)?|Scanner\s*\(\s*System)\b|\bClock\s*\.\s*\w+|\bnew\s+Object\s*\(\s*\)\s*\.\s*(?:hashCode|toString)\b|\bsuper\s*\.\s*(?:hashCode|toString)\s*\(|\b(?:ResourceBundle|ForkJoinPool|Executors)\b(?!\s*;)|\.\s*parallel(?:Stream)?\s*\(|\bjava\.io\.(?:File|RandomAccess|Console)\w*|\bClass\.\w+|\.class\s*\.\s*(?!(?:isAssignableFrom|isInstance|getName|getSimpleName|cast|equals|hashCode)\b)\w+|\.\s*(?:printStackTrace|getStackTrace|getClassLoader|getResource\w*|desiredAssertionStatus|getDeclared\w+|getProtectionDomain|getPackage|getModule|setAccessible|now|identityHashCode)\s*\(|\bjava\.(?:lang\.(?:management|reflect|invoke)|nio\.file|net|security)\b|\bassert\b[^;]{0,200}(?:[^=!<>]=[^=]|\+\+|--|\w\s*\()|\bcatch\s*\([^()]{0,120}(?<![\w])(?:AssertionError|Error|Throwable|VirtualMachineError)\b|\bstatic\s*\{/,
};

const TESTED = /"[^"\n]*(?:\bjunit\b|\bsurefire\b|\btestng\b|Tests?\b)[^"\n]*"/i;

export const javaTestAware: readonly TestAware[] = [
  {
    flag: 'runner-detected',
    rule: 'runner-module',
    line: /"(?:org\.junit|junit\.framework|org\.testng|surefire|org\.apache\.maven\.surefire)[.\w]*"/,
    sentence: 'The program asks whether a test runner is present.',
  },
  {
    flag: 'runner-detected',
    rule: 'runner-imported',
    line: /^\s*import\s+(?:static\s+)?(?:org\.junit|junit\.framework|org\.testng)\b/,
    sentence: 'The program imports a test runner.',
  },
  {
    flag: 'runner-detected',
    rule: 'stack-inspected',
    line: /\bgetStackTrace\b|\bStackWalker\b|\bsun\.java\.command\b/,
    near: TESTED,
    sentence: 'The program reads its call stack and looks for tests in it.',
  },
  {
    flag: 'exit-hook',
    rule: 'process-exit',
    line: /\b(?:System\.exit|\.halt)\s*\(\s*0\s*\)/,
    sentence: 'The library ends the process as a success.',
  },
];
