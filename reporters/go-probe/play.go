// Plays calls of Go functions back: `go run play.go INPUTS`; outcomes go to $HYDRA_REPORT_DIR/probe.jsonl, one a line.
//
// It builds a test of each package, whose only test makes one call, and starts it once for every call. No code of the
// project runs in this process, and what it starts does not know where the report is. Go 1.18 or later.
package main

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"syscall"
	"time"
)

type input struct {
	Number    int               `json:"i"`
	Module    string            `json:"m"`
	Name      string            `json:"n"`
	Arguments []json.RawMessage `json:"a"`
	Signature string            `json:"s"`
}

type plan struct {
	Seconds     float64 `json:"seconds"`
	CallSeconds float64 `json:"callSeconds"`
	Inputs      []input `json:"inputs"`
}

type answer struct {
	Nonce   string          `json:"nonce"`
	Outcome json.RawMessage `json:"outcome"`
}

const (
	mostSlow   = 3
	mostAnswer = 200_000
	// On a busy machine a call gets less than a second of work per second.
	patience = 12
	// A process that does nothing at all for so long waits for something that never comes.
	idle = 6 * time.Second
)

var root, _ = os.Getwd()

// environment is that of the tests: what starts this program hides its settings of modules from it.
func environment() []string {
	kept := []string{}
	for _, pair := range os.Environ() {
		name, value, _ := strings.Cut(pair, "=")
		switch {
		case name == "GOFLAGS" || name == "GOWORK":
		case name == "HYDRA_PROBE_GOFLAGS" && value != "":
			kept = append(kept, "GOFLAGS="+value)
		case name == "HYDRA_PROBE_GOWORK" && value != "":
			kept = append(kept, "GOWORK="+value)
		case !strings.HasPrefix(name, "HYDRA_"):
			kept = append(kept, pair)
		}
	}
	return kept
}

// receiverOf is the type's name and how the method is reached from it; generic types are not probed.
func receiverOf(field *ast.Field) (name, expression string) {
	switch kind := field.Type.(type) {
	case *ast.Ident:
		return kind.Name, kind.Name
	case *ast.StarExpr:
		if inner, ok := kind.X.(*ast.Ident); ok {
			return inner.Name, "(*" + inner.Name + ")"
		}
	}
	return "", ""
}

// tableOf is Go source that finds the wanted functions and types of a package at run time, and the package's name.
func tableOf(folder string, inputs []input) (string, error) {
	context := build.Default
	for _, flag := range strings.Fields(os.Getenv("HYDRA_PROBE_GOFLAGS")) {
		if _, list, ok := strings.Cut(flag, "-tags="); ok {
			context.BuildTags = strings.Split(list, ",")
		}
	}
	found, err := context.ImportDir(folder, 0)
	if err != nil {
		return "", err
	}
	wanted := map[string]bool{}
	types := map[string]bool{}
	named := regexp.MustCompile(`"type":\s*"[^"]*"`)
	own := regexp.MustCompile(`\b` + regexp.QuoteMeta(found.Name) + `\.(\w+)`)
	for _, one := range inputs {
		wanted[one.Name] = true
		for _, argument := range one.Arguments {
			for _, text := range named.FindAll(argument, -1) {
				for _, match := range own.FindAllSubmatch(text, -1) {
					types[string(match[1])] = true
				}
			}
		}
	}
	lines := []string{"package " + found.Name, `import hydraReflect "reflect"`}
	functions, kinds := []string{}, []string{}
	for _, file := range append(append([]string{}, found.GoFiles...), found.CgoFiles...) {
		parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(folder, file), nil, 0)
		if err != nil {
			return "", err
		}
		for _, declared := range parsed.Decls {
			switch one := declared.(type) {
			case *ast.FuncDecl:
				name, expression := one.Name.Name, one.Name.Name
				if one.Recv != nil && len(one.Recv.List) == 1 {
					owner, reached := receiverOf(one.Recv.List[0])
					name, expression = owner+"."+name, reached+"."+name
				}
				if wanted[name] && one.Type.TypeParams == nil {
					functions = append(functions, strconv.Quote(name)+": "+expression)
					wanted[name] = false
				}
			case *ast.GenDecl:
				for _, spec := range one.Specs {
					if kind, ok := spec.(*ast.TypeSpec); ok && kind.TypeParams == nil && types[kind.Name.Name] {
						name := kind.Name.Name
						kinds = append(kinds, strconv.Quote(name)+": hydraReflect.TypeOf((*"+name+")(nil)).Elem()")
					}
				}
			}
		}
	}
	lines = append(lines,
		"var hydraProbeFunctions = map[string]interface{}{"+strings.Join(functions, ", ")+"}",
		"var hydraProbeTypes = map[string]hydraReflect.Type{"+strings.Join(kinds, ", ")+"}", "")
	return strings.Join(lines, "\n"), nil
}

var clause = regexp.MustCompile(`(?m)^package \w+$`)

// built is the test of a package in a folder: our files instead of all of its tests. Empty: it does not compile.
func built(folder, scratch string, inputs []input) string {
	table, err := tableOf(folder, inputs)
	if err != nil {
		return ""
	}
	name := table[:strings.Index(table, "\n")]
	replaced := map[string]string{}
	tests, _ := filepath.Glob(filepath.Join(folder, "*_test.go"))
	for _, test := range tests {
		replaced[test] = ""
	}
	lay := func(file, text string) {
		at := filepath.Join(scratch, file)
		if os.WriteFile(at, []byte(text), 0o644) == nil {
			replaced[filepath.Join(folder, file)] = at
		}
	}
	lay("hydra_probe_table_test.go", table)
	for _, file := range []string{"values", "player"} {
		text, err := os.ReadFile(filepath.Join(os.Getenv("HYDRA_REPORTERS"), "go-probe", file+".go"))
		if err != nil {
			return ""
		}
		lay("hydra_probe_"+file+"_test.go", clause.ReplaceAllLiteralString(string(text), name))
	}
	overlay, binary := filepath.Join(scratch, "overlay.json"), filepath.Join(scratch, "player.test")
	text, _ := json.Marshal(map[string]interface{}{"Replace": replaced})
	if os.WriteFile(overlay, text, 0o644) != nil {
		return ""
	}
	compile := exec.Command("go", "test", "-c", "-vet=off", "-overlay", overlay, "-o", binary, ".")
	compile.Dir, compile.Env, compile.Stderr = folder, environment(), os.Stderr
	if compile.Run() != nil {
		return ""
	}
	return binary
}

// workOf is the processor time of a process so far; not every system shows it.
func workOf(pid int) (time.Duration, bool) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	if err != nil || len(fields) < 13 {
		return 0, false
	}
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * 10 * time.Millisecond, true
}

func nonce() string {
	bytes := make([]byte, 16)
	if _, err := rand.Read(bytes); err != nil {
		panic(err)
	}
	return hex.EncodeToString(bytes)
}

var timedOut = json.RawMessage(`{"kind":"timeout","type":"","text":"","digest":""}`)
var ended = json.RawMessage(`{"kind":"threw","how":"panic","type":"exit","text":"the process ended","digest":""}`)

// play makes one call in a process of its own; nil: nothing can be said of it on this tree.
func play(binary, folder string, one input, limit time.Duration) (json.RawMessage, time.Duration) {
	secret := nonce()
	request, _ := json.Marshal(map[string]interface{}{
		"nonce": secret, "root": root, "name": one.Name, "signature": one.Signature, "arguments": one.Arguments,
	})
	reader, writer, err := os.Pipe()
	if err != nil {
		return nil, 0
	}
	defer reader.Close()
	child := exec.Command(binary, "-test.run=^TestHydraProbe$", "-test.timeout=0")
	child.Dir, child.Env, child.Stdin = folder, environment(), bytes.NewReader(request)
	child.ExtraFiles = []*os.File{writer}
	child.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := child.Start(); err != nil {
		writer.Close()
		return nil, 0
	}
	writer.Close()
	answered := make(chan json.RawMessage, 1)
	go func() { answered <- answerIn(reader, secret) }()
	done := make(chan error, 1)
	go func() { done <- child.Wait() }()
	late := isLate(child.Process.Pid, done, limit)
	syscall.Kill(-child.Process.Pid, syscall.SIGKILL)
	if late {
		<-done
	}
	took := time.Duration(0)
	if child.ProcessState != nil {
		took = child.ProcessState.UserTime() + child.ProcessState.SystemTime()
	}
	if late {
		return timedOut, took
	}
	select {
	case outcome := <-answered:
		return outcome, took
	case <-time.After(time.Second):
		return ended, took
	}
}

func isLate(pid int, done <-chan error, limit time.Duration) bool {
	start, since, work := time.Now(), time.Now(), time.Duration(0)
	for {
		select {
		case <-done:
			return false
		case <-time.After(10 * time.Millisecond):
		}
		now, known := workOf(pid)
		if now > work {
			since, work = time.Now(), now
		}
		if work > limit || time.Since(start) > limit*patience || (known && time.Since(since) > idle) {
			return true
		}
	}
}

// answerIn is the answer that knows the secret of the call.
func answerIn(reader *os.File, secret string) json.RawMessage {
	lines := bufio.NewScanner(reader)
	lines.Buffer(nil, mostAnswer)
	for lines.Scan() {
		given := answer{}
		if json.Unmarshal(lines.Bytes(), &given) != nil || given.Nonce != secret {
			continue
		}
		if string(given.Outcome) == "null" {
			return nil
		}
		return given.Outcome
	}
	return ended
}

func folders(inputs []input) map[string][]input {
	grouped := map[string][]input{}
	for _, one := range inputs {
		folder := filepath.Join(root, filepath.Dir(filepath.FromSlash(one.Module)))
		grouped[folder] = append(grouped[folder], one)
	}
	return grouped
}

func run() error {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		return err
	}
	todo := plan{}
	if err := json.Unmarshal(text, &todo); err != nil {
		return err
	}
	report, err := os.OpenFile(filepath.Join(os.Getenv("HYDRA_REPORT_DIR"), "probe.jsonl"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	scratch, err := os.MkdirTemp("", "hydra-probe-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	grouped := folders(todo.Inputs)
	names := []string{}
	for folder := range grouped {
		names = append(names, folder)
	}
	sort.Strings(names)
	binaries := map[string]string{}
	for at, folder := range names {
		own := filepath.Join(scratch, strconv.Itoa(at))
		if os.Mkdir(own, 0o755) == nil {
			binaries[folder] = built(folder, own, grouped[folder])
		}
	}
	left := time.Duration(todo.Seconds * float64(time.Second))
	limit := time.Duration(todo.CallSeconds * float64(time.Second))
	until := time.Now().Add(left * patience)
	slow := map[string]int{}
	for _, one := range todo.Inputs {
		folder := filepath.Join(root, filepath.Dir(filepath.FromSlash(one.Module)))
		where := one.Module + ":" + one.Name
		if binaries[folder] == "" || slow[where] >= mostSlow {
			continue
		}
		// A call cut short by the time limit is no evidence about the function.
		if left < limit || time.Now().After(until) {
			break
		}
		outcome, took := play(binaries[folder], folder, one, limit)
		left -= took
		if outcome == nil {
			continue
		}
		if string(outcome) == string(timedOut) {
			slow[where]++
		}
		line, err := json.Marshal(map[string]interface{}{"i": one.Number, "o": outcome})
		if err == nil {
			report.Write(append(line, '\n'))
		}
	}
	return nil
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
