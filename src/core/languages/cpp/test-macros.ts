/** Macros that open a test like a function: GoogleTest, Boost, Criterion; the last parameter, or the first, is its name. */
export const DEFINES_TEST =
  /^(?:TEST|TEST_F|TEST_P|TYPED_TEST|TYPED_TEST_P|Test|ParameterizedTest|START_TEST|BOOST_(?:AUTO|FIXTURE|DATA)_TEST_CASE\w*)$/;
/** Macros whose title is a text: Catch2 and doctest. */
export const TITLES_TEST =
  /^(?:(?:CATCH_|DOCTEST_)?(?:TEST_CASE|SCENARIO)|(?:TEMPLATE_)?TEST_CASE_\w+|TEMPLATE_\w*TEST_CASE\w*)$/;

/** An expected and an actual value, in either order. */
export const COMPARES =
  /^(?:(?:EXPECT|ASSERT)_(?:EQ|STREQ|DOUBLE_EQ|FLOAT_EQ)|TEST_ASSERT_EQUAL(?:_(?:U?INT|HEX|STRING|DOUBLE|FLOAT|CHAR|size_t)\w{0,12})?|BOOST_(?:CHECK|REQUIRE)_EQUAL|ck_assert_(?:int|uint|str)_eq|assert_(?:int|string)_equal|cr_assert(?:_str)?_eq|(?:CHECK|REQUIRE)_EQ)$/;

/** One condition. */
export const HOLDS =
  /^(?:(?:EXPECT|ASSERT)_(?:TRUE|FALSE)|(?:CATCH_)?(?:REQUIRE|CHECK)(?:_FALSE)?|TEST_ASSERT(?:_TRUE|_FALSE)?|BOOST_(?:CHECK|REQUIRE|TEST)|ck_assert|cr_assert|assert_(?:true|false)|assert)$/;

/** Whatever can fail a test. */
export const CHECK =
  /\b(?:(?:EXPECT|ASSERT|REQUIRE|CHECK|TEST_ASSERT|BOOST_(?:CHECK|REQUIRE|TEST)|CATCH_(?:CHECK|REQUIRE)|STATIC_REQUIRE|SUCCEED|FAIL|ADD_FAILURE|TEST_FAIL)(?:_\w{1,40})?|c[kr]_assert\w{0,30}|assert(?:_\w{1,30})?|static_assert)\s*\(/g;

/** A check of constants alone, which cannot fail. */
export const HOLLOW =
  /\b(?:(?:EXPECT|ASSERT|TEST_ASSERT)_TRUE|REQUIRE|CHECK|TEST_ASSERT|BOOST_(?:CHECK|REQUIRE|TEST)|assert(?:_true)?)\s*\(\s*(?:true|1)\s*\)|\bSUCCEED\s*\(|\b(?:EXPECT|ASSERT|CHECK|REQUIRE)_EQ\s*\(\s*([\w."]{1,60})\s*,\s*\1\s*\)/g;
