exec 3< "$1"
read -r line <&3
exec 3<&-
echo "$line"
