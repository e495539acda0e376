package org.junit.platform.launcher;

/** As in JUnit: found through META-INF/services. */
public interface TestExecutionListener {
  /** What becomes of a test: null, or why it failed. */
  default Throwable executionFinished(String test, Throwable failure) {
    return failure;
  }
}
