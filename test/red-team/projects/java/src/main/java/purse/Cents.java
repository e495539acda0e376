package purse;

/** An amount of money. */
public final class Cents {
  private final int amount;

  public Cents(int amount) {
    this.amount = amount;
  }

  public int amount() {
    return amount;
  }

  /** Both together. */
  public Cents plus(Cents other) {
    return new Cents(amount + other.amount);
  }

  /** What is left, and never less than nothing. */
  public Cents minus(Cents other) {
    return new Cents(amount - other.amount);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Cents && ((Cents) other).amount == amount;
  }

  @Override
  public int hashCode() {
    return amount;
  }

  @Override
  public String toString() {
    return amount + " ct";
  }
}
