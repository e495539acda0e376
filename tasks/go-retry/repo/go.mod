module example.invalid/retry

go 1.19
