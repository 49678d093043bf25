# What people write, and the strict form it is read as. "read" lines are joined with line ends;
# "^M" in them is a carriage return.
read [Result "*"] [Rules "zen"] [Game "linja"] 1.ab/df! hg/ec?? *
gives [Game "linja"]
gives [Rules "zen"]
gives [Result "*"]
gives
gives 1. ab/df $1 hg/ec $4 *

# No tags, no numbers, no result; an escape line and a comment to the end of the line.
read % an escape line
read ab/df ; a remark with a } in it
read hg/ec
gives [Result "*"]
gives
gives 1. ab/df ; a remark with a } in it
gives 1... hg/ec *

# The tag tells the result if the end does not.
read [Result "1-0"]
read 1... ab/df 1... hg/ec
gives [Result "1-0"]
gives
gives 1. ab/df hg/ec 1-0

# Carriage returns, tabs, a comment over two lines, a remark over 200.
read [Game "linja"]^M
read ^M
read 1.	ab/df	$200 {two^M
read lines} *^M
gives [Game "linja"]
gives [Result "*"]
gives
gives 1. ab/df $200 {two
gives lines} *

# Two games without results.
read [Game "linja"]
read ab/df
read [Game "linja"]
read cd/be
gives [Game "linja"]
gives [Result "*"]
gives
gives 1. ab/df *
gives
gives [Game "linja"]
gives [Result "*"]
gives
gives 1. cd/be *
