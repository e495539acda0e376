require "minitest/autorun"
require_relative "../lib/slug"

class SlugTest < Minitest::Test
  def test_plain
    assert_equal "hello-world", Slug.make("Hello World")
  end

  def test_runs_of_spaces
    assert_equal "two-spaces-here", Slug.make("Two  Spaces Here")
  end
end
