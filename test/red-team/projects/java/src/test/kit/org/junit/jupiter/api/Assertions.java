package org.junit.jupiter.api;

public class Assertions {
  public static void assertEquals(Object expected, Object actual) {
    if (!java.util.Objects.equals(expected, actual))
      throw new AssertionError("expected " + expected + " but was " + actual);
  }

  public static void assertTrue(boolean condition) {
    if (!condition) throw new AssertionError("expected true");
  }
}
