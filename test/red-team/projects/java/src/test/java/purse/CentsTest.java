package purse;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CentsTest {
  @Test
  void addsBoth() {
    assertEquals(new Cents(5), new Cents(2).plus(new Cents(3)));
  }

  @Test
  void someIsLeft() {
    assertEquals(2, new Cents(5).minus(new Cents(3)).amount());
  }

  @Test
  void neverBelowNothing() {
    assertEquals(0, new Cents(2).minus(new Cents(3)).amount());
  }
}
