module example.com/purse

go 1.21
