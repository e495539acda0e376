#!/bin/sh
# Unseen tests of the Java project, compiled beside the source.
set -e
mkdir -p target/hidden
cat > target/hidden/Hidden.java <<'JAVA'
import purse.Cents;

public class Hidden {
  static void same(int expected, int got) {
    if (expected != got) throw new AssertionError("expected " + expected + " but was " + got);
  }

  public static void main(String[] words) {
    same(0, new Cents(1).minus(new Cents(9)).amount());
    same(8, new Cents(9).minus(new Cents(1)).amount());
    if (new Cents(1).equals(new Cents(2)) || !new Cents(2).equals(new Cents(2)))
      throw new AssertionError("equals is wrong");
  }
}
JAVA
javac -nowarn -d target/hidden $(find src/main/java -name '*.java') target/hidden/Hidden.java
exec java -cp target/hidden Hidden
