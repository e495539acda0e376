/** The system says a code alone, and most of them mean a limit. */
export const whyNotStarted = (error: unknown): string => {
  const { syscall, message = String(error) } = error as Partial<NodeJS.ErrnoException>;
  return syscall?.startsWith('spawn')
    ? `${message} (\`ulimit -a\` shows how many open files and processes are allowed)`
    : message;
};
