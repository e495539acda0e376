package hydra_probe

// Copied into a package as one of its tests, the only one. It makes the call that it reads from standard input, and
// answers on file descriptor 3. A further file has the functions and types of the package:
// hydraProbeFunctions, hydraProbeTypes.

import (
	hydraBytes "bytes"
	hydraContext "context"
	hydraSHA256 "crypto/sha256"
	hydraBase64 "encoding/base64"
	hydraHex "encoding/hex"
	hydraJSON "encoding/json"
	hydraErrors "errors"
	hydraFmt "fmt"
	hydraIO "io"
	hydraOS "os"
	hydraReflect "reflect"
	hydraRuntime "runtime"
	hydraSort "sort"
	hydraStrconv "strconv"
	hydraStrings "strings"
	hydraTesting "testing"
	hydraTime "time"
	hydraUTF8 "unicode/utf8"
)

type hydraProbeRequest struct {
	Nonce     string        `json:"nonce"`
	Root      string        `json:"root"`
	Name      string        `json:"name"`
	Signature string        `json:"signature"`
	Arguments []interface{} `json:"arguments"`
}

type hydraProbeOutcome struct {
	Kind   string `json:"kind"`
	How    string `json:"how,omitempty"`
	Type   string `json:"type"`
	Text   string `json:"text"`
	Digest string `json:"digest"`
}

type hydraProbeAnswer struct {
	Nonce   string             `json:"nonce"`
	Outcome *hydraProbeOutcome `json:"outcome"`
}

// hydraProbeUnfit: the call does not exist on this tree, or its outcome cannot be seen.
type hydraProbeUnfit struct{}

func TestHydraProbe(*hydraTesting.T) {
	text, err := hydraIO.ReadAll(hydraOS.Stdin)
	request := hydraProbeRequest{}
	decoder := hydraJSON.NewDecoder(hydraBytes.NewReader(text))
	decoder.UseNumber()
	if err != nil || decoder.Decode(&request) != nil {
		hydraOS.Exit(4)
	}
	answer, _ := hydraJSON.Marshal(hydraProbeAnswer{request.Nonce, hydraProbePlay(request)})
	hydraOS.NewFile(3, "answer").Write(append(answer, '\n'))
	hydraOS.Exit(0)
}

func hydraProbePlay(request hydraProbeRequest) (outcome *hydraProbeOutcome) {
	defer func() {
		if caught := recover(); caught != nil {
			if _, ok := caught.(hydraProbeUnfit); !ok {
				panic(caught)
			}
			outcome = nil
		}
	}()
	function := hydraReflect.ValueOf(hydraProbeFunctions[request.Name])
	if !function.IsValid() {
		panic(hydraProbeUnfit{})
	}
	t := function.Type()
	expected := hydraProbeSignature{}
	if hydraJSON.Unmarshal([]byte(request.Signature), &expected) != nil || !hydraProbeFits(expected, hydraProbeSignatureOf(t)) {
		panic(hydraProbeUnfit{})
	}
	if len(request.Arguments) != t.NumIn() {
		panic(hydraProbeUnfit{})
	}
	given := []hydraReflect.Value{}
	for i, one := range request.Arguments {
		given = append(given, hydraProbeUnpack(t.In(i), one))
	}
	printer := hydraProbePrinter{fields: expected.Out, root: request.Root}
	before := printer.state(given)
	results, thrown := hydraProbeCall(function, given)
	if thrown != nil {
		thrown.Text = printer.clean(thrown.Text, 200)
		return thrown
	}
	shown := []string{}
	for _, one := range results {
		shown = append(shown, printer.show(one))
	}
	text := hydraStrings.Join(shown, ", ")
	if len(shown) > 1 {
		text = "(" + text + ")"
	}
	whole := text
	after := printer.state(given)
	for i := range after {
		if after[i] != before[i] {
			whole += "\nargument " + hydraStrconv.Itoa(i) + ": " + after[i]
			if len(shown) == 0 && text == "" {
				text = "nothing, and leaves " + after[i]
			}
		}
	}
	if text == "" {
		text = "nothing"
	}
	if printer.opaque {
		panic(hydraProbeUnfit{})
	}
	digest := hydraSHA256.Sum256([]byte(printer.clean(whole, len(whole))))
	return &hydraProbeOutcome{Kind: "returned", Text: printer.clean(text, 300), Digest: hydraHex.EncodeToString(digest[:8])}
}

func hydraProbeFits(expected, here hydraProbeSignature) bool {
	if expected.Func != here.Func || !hydraReflect.DeepEqual(expected.In, here.In) {
		return false
	}
	for name, fields := range expected.Out {
		for field, kind := range fields {
			if here.Out[name][field] != kind {
				return false
			}
		}
	}
	return true
}

// hydraProbeCall makes the call. An error that is returned is an outcome like a panic: the other results mean nothing.
func hydraProbeCall(function hydraReflect.Value, given []hydraReflect.Value) (results []hydraReflect.Value, thrown *hydraProbeOutcome) {
	ended := false
	defer func() {
		caught := recover()
		if ended {
			return
		}
		thrown = &hydraProbeOutcome{Kind: "threw", How: "panic", Type: "panic", Text: hydraProbeTextOf(caught)}
		if _, ok := caught.(hydraRuntime.Error); ok {
			thrown.Type = "runtime error"
		}
	}()
	if function.Type().IsVariadic() {
		results = function.CallSlice(given)
	} else {
		results = function.Call(given)
	}
	ended = true
	count := len(results)
	if count == 0 || results[count-1].Type() != hydraProbeErrorType {
		return results, nil
	}
	if results[count-1].IsNil() {
		if count > 1 {
			results = results[:count-1]
		}
		return results, nil
	}
	err := results[count-1].Interface().(error)
	return nil, &hydraProbeOutcome{Kind: "threw", How: "error", Type: hydraProbeErrorKind(err), Text: hydraProbeTextOf(err)}
}

func hydraProbeTextOf(caught interface{}) (text string) {
	defer func() {
		if recover() != nil {
			text = ""
		}
	}()
	return hydraFmt.Sprint(caught)
}

// hydraProbeErrorKind is the outermost type of its own in a chain of errors: how an error is wrapped is a matter of wording.
func hydraProbeErrorKind(err error) (kind string) {
	defer func() {
		if recover() != nil {
			kind = "error"
		}
	}()
	for at := err; at != nil; at = hydraErrors.Unwrap(at) {
		t := hydraReflect.TypeOf(at)
		home := t
		if t.Kind() == hydraReflect.Ptr {
			home = t.Elem()
		}
		if home.PkgPath() != "errors" && home.PkgPath() != "fmt" {
			return t.String()
		}
	}
	return "error"
}

// ---- inputs

func hydraProbeText(t hydraReflect.Type, text string) hydraReflect.Value {
	switch {
	case t.Kind() == hydraReflect.String:
		return hydraReflect.ValueOf(text).Convert(t)
	case t.Kind() == hydraReflect.Slice && t.Elem().Kind() == hydraReflect.Uint8:
		list := hydraReflect.MakeSlice(t, len(text), len(text))
		hydraReflect.Copy(list, hydraReflect.ValueOf(text))
		return list
	}
	switch t.String() {
	case "*bytes.Buffer":
		return hydraReflect.ValueOf(hydraBytes.NewBufferString(text))
	case "*bytes.Reader":
		return hydraReflect.ValueOf(hydraBytes.NewReader([]byte(text)))
	case "*strings.Reader":
		return hydraReflect.ValueOf(hydraStrings.NewReader(text))
	case "*strings.Builder":
		builder := &hydraStrings.Builder{}
		builder.WriteString(text)
		return hydraReflect.ValueOf(builder)
	}
	panic(hydraProbeUnfit{})
}

var hydraProbeBuiltin = map[string]hydraReflect.Type{
	"bool": hydraReflect.TypeOf(false), "string": hydraReflect.TypeOf(""),
	"int": hydraReflect.TypeOf(int(0)), "int8": hydraReflect.TypeOf(int8(0)), "int16": hydraReflect.TypeOf(int16(0)),
	"int32": hydraReflect.TypeOf(int32(0)), "int64": hydraReflect.TypeOf(int64(0)),
	"uint": hydraReflect.TypeOf(uint(0)), "uint8": hydraReflect.TypeOf(uint8(0)), "uint16": hydraReflect.TypeOf(uint16(0)),
	"uint32": hydraReflect.TypeOf(uint32(0)), "uint64": hydraReflect.TypeOf(uint64(0)),
	"float32": hydraReflect.TypeOf(float32(0)), "float64": hydraReflect.TypeOf(float64(0)),
	"error": hydraProbeErrorType, "interface {}": hydraReflect.TypeOf((*interface{})(nil)).Elem(),
}

// hydraProbeTypeOf reads what the recorder wrote of a type that it could name.
func hydraProbeTypeOf(text string) hydraReflect.Type {
	if t := hydraProbeBuiltin[text]; t != nil {
		return t
	}
	if hydraStrings.HasPrefix(text, "*") {
		return hydraReflect.PtrTo(hydraProbeTypeOf(text[1:]))
	}
	if hydraStrings.HasPrefix(text, "[]") {
		return hydraReflect.SliceOf(hydraProbeTypeOf(text[2:]))
	}
	if end := hydraStrings.Index(text, "]"); hydraStrings.HasPrefix(text, "map[") && end > 0 {
		key := hydraProbeTypeOf(text[4:end])
		if !key.Comparable() {
			panic(hydraProbeUnfit{})
		}
		return hydraReflect.MapOf(key, hydraProbeTypeOf(text[end+1:]))
	}
	if hydraStrings.HasPrefix(text, hydraProbeQualifier) {
		if t := hydraProbeTypes[text[len(hydraProbeQualifier):]]; t != nil {
			return t
		}
	}
	panic(hydraProbeUnfit{})
}

// hydraProbeUnpack is a value of the type; a value of any other type is unfit.
func hydraProbeUnpack(t hydraReflect.Type, from interface{}) hydraReflect.Value {
	made := hydraReflect.New(t).Elem()
	switch value := from.(type) {
	case nil:
		switch t.Kind() {
		case hydraReflect.Ptr, hydraReflect.Slice, hydraReflect.Map, hydraReflect.Interface, hydraReflect.Func, hydraReflect.Chan:
			return made
		}
	case bool:
		if t.Kind() == hydraReflect.Bool {
			made.SetBool(value)
			return made
		}
	case string:
		if t.Kind() == hydraReflect.String {
			made.SetString(value)
			return made
		}
	case hydraJSON.Number:
		return hydraProbeNumber(made, value.String())
	case map[string]interface{}:
		return hydraProbeUnpackTagged(made, value)
	}
	panic(hydraProbeUnfit{})
}

func hydraProbeNumber(made hydraReflect.Value, text string) hydraReflect.Value {
	var err error
	bits := 64
	if kind := made.Kind(); kind >= hydraReflect.Int && kind <= hydraReflect.Float64 {
		bits = made.Type().Bits()
	}
	switch made.Kind() {
	case hydraReflect.Int, hydraReflect.Int8, hydraReflect.Int16, hydraReflect.Int32, hydraReflect.Int64:
		var number int64
		number, err = hydraStrconv.ParseInt(text, 10, bits)
		made.SetInt(number)
	case hydraReflect.Uint, hydraReflect.Uint8, hydraReflect.Uint16, hydraReflect.Uint32, hydraReflect.Uint64:
		var number uint64
		number, err = hydraStrconv.ParseUint(text, 10, bits)
		made.SetUint(number)
	case hydraReflect.Float32, hydraReflect.Float64:
		var number float64
		number, err = hydraStrconv.ParseFloat(text, bits)
		made.SetFloat(number)
	default:
		panic(hydraProbeUnfit{})
	}
	if err != nil {
		panic(hydraProbeUnfit{})
	}
	return made
}

func hydraProbeUnpackTagged(made hydraReflect.Value, value map[string]interface{}) hydraReflect.Value {
	t := made.Type()
	text, _ := value["v"].(string)
	items, _ := value["v"].([]interface{})
	switch tag, _ := value["$"].(string); {
	case tag == "int" || tag == "float":
		return hydraProbeNumber(made, text)
	case tag == "bytes":
		decoded, err := hydraBase64.StdEncoding.DecodeString(text)
		if err == nil && t.Kind() != hydraReflect.Interface {
			return hydraProbeText(t, string(decoded))
		}
	case tag == "text" && t.Kind() != hydraReflect.Interface:
		return hydraProbeText(t, text)
	case tag == "pointer" && t.Kind() == hydraReflect.Ptr:
		made.Set(hydraReflect.New(t.Elem()))
		made.Elem().Set(hydraProbeUnpack(t.Elem(), value["v"]))
		return made
	case tag == "slice" && t.Kind() == hydraReflect.Slice:
		made.Set(hydraReflect.MakeSlice(t, len(items), len(items)))
		for i, one := range items {
			made.Index(i).Set(hydraProbeUnpack(t.Elem(), one))
		}
		return made
	case tag == "array" && t.Kind() == hydraReflect.Array && t.Len() == len(items):
		for i, one := range items {
			made.Index(i).Set(hydraProbeUnpack(t.Elem(), one))
		}
		return made
	case tag == "map" && t.Kind() == hydraReflect.Map:
		made.Set(hydraReflect.MakeMap(t))
		for _, one := range items {
			pair, _ := one.([]interface{})
			if len(pair) != 2 {
				panic(hydraProbeUnfit{})
			}
			made.SetMapIndex(hydraProbeUnpack(t.Key(), pair[0]), hydraProbeUnpack(t.Elem(), pair[1]))
		}
		return made
	case tag == "time" && t.String() == "time.Time":
		at, err := hydraTime.Parse(hydraTime.RFC3339Nano, text)
		if err == nil {
			return hydraReflect.ValueOf(at)
		}
	case tag == "object" && t.Kind() == hydraReflect.Struct:
		fields, _ := value["v"].(map[string]interface{})
		for name, one := range fields {
			field, ok := t.FieldByName(name)
			if !ok || len(field.Index) != 1 {
				panic(hydraProbeUnfit{})
			}
			place, _ := hydraProbeReadable(made.Field(field.Index[0]))
			place.Set(hydraProbeUnpack(field.Type, one))
		}
		return made
	case t.Kind() == hydraReflect.Interface:
		held := hydraProbeHeld(t, tag, value)
		if !held.Type().AssignableTo(t) {
			panic(hydraProbeUnfit{})
		}
		made.Set(held)
		return made
	}
	panic(hydraProbeUnfit{})
}

// hydraProbeHeld is what an interface holds.
func hydraProbeHeld(t hydraReflect.Type, tag string, value map[string]interface{}) hydraReflect.Value {
	text, _ := value["v"].(string)
	kind, _ := value["type"].(string)
	switch tag {
	case "context":
		return hydraReflect.ValueOf(hydraContext.Background())
	case "error":
		return hydraReflect.ValueOf(hydraErrors.New(text))
	case "any":
		return hydraProbeUnpack(hydraProbeTypeOf(kind), value["v"])
	case "text":
		switch kind {
		case "*bytes.Buffer":
			return hydraProbeText(hydraReflect.TypeOf(&hydraBytes.Buffer{}), text)
		case "*bytes.Reader":
			return hydraProbeText(hydraReflect.TypeOf(&hydraBytes.Reader{}), text)
		case "*strings.Reader":
			return hydraProbeText(hydraReflect.TypeOf(&hydraStrings.Reader{}), text)
		case "*strings.Builder":
			return hydraProbeText(hydraReflect.TypeOf(&hydraStrings.Builder{}), text)
		}
	}
	panic(hydraProbeUnfit{})
}

// ---- outcomes

const hydraProbeDeepest = 8
const hydraProbeMostShown = 20000

type hydraProbePrinter struct {
	// Fields of the package's own types that are compared: others are new on this tree.
	fields map[string]map[string]string
	root   string
	// There is a value of which nothing can be shown.
	opaque bool
	length int
	above  []uintptr
}

func (printer *hydraProbePrinter) clean(text string, most int) string {
	if printer.root != "" {
		text = hydraStrings.ReplaceAll(text, printer.root, ".")
	}
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most])
	}
	return text
}

// state shows every argument in full, to see which of them the call changes.
func (printer *hydraProbePrinter) state(given []hydraReflect.Value) []string {
	shown := []string{}
	for _, one := range given {
		inputs := hydraProbePrinter{root: printer.root}
		shown = append(shown, inputs.show(one))
	}
	return shown
}

func (printer *hydraProbePrinter) show(value hydraReflect.Value) string {
	printer.length = 0
	return printer.print(value, hydraProbeDeepest)
}

// print is Go's notation, with the order of keys fixed. A list or map that is nil is shown as an empty one.
func (printer *hydraProbePrinter) print(value hydraReflect.Value, depth int) string {
	if printer.length > hydraProbeMostShown || depth <= 0 {
		return "…"
	}
	text := printer.printed(value, depth)
	printer.length += len(text)
	return text
}

func (printer *hydraProbePrinter) printed(value hydraReflect.Value, depth int) string {
	t := value.Type()
	switch t.Kind() {
	case hydraReflect.Bool:
		return hydraStrconv.FormatBool(value.Bool())
	case hydraReflect.Int, hydraReflect.Int8, hydraReflect.Int16, hydraReflect.Int32, hydraReflect.Int64:
		return hydraStrconv.FormatInt(value.Int(), 10)
	case hydraReflect.Uint, hydraReflect.Uint8, hydraReflect.Uint16, hydraReflect.Uint32, hydraReflect.Uint64, hydraReflect.Uintptr:
		return hydraStrconv.FormatUint(value.Uint(), 10)
	case hydraReflect.Float32, hydraReflect.Float64:
		return hydraStrconv.FormatFloat(value.Float(), 'g', -1, t.Bits())
	case hydraReflect.Complex64, hydraReflect.Complex128:
		return hydraStrconv.FormatComplex(value.Complex(), 'g', -1, t.Bits())
	case hydraReflect.String:
		return hydraStrconv.Quote(value.String())
	case hydraReflect.Interface:
		return printer.printInterface(value, depth)
	case hydraReflect.Ptr:
		return printer.printPointer(value, depth)
	case hydraReflect.Slice, hydraReflect.Array:
		return printer.printList(value, depth)
	case hydraReflect.Map:
		return printer.printMap(value, depth)
	case hydraReflect.Struct:
		return printer.printStruct(value, depth)
	}
	if value.IsNil() {
		return "nil"
	}
	printer.opaque = true
	return t.Kind().String()
}

func (printer *hydraProbePrinter) printInterface(value hydraReflect.Value, depth int) string {
	if value.IsNil() {
		return "nil"
	}
	held := value.Elem()
	if value.Type() == hydraProbeErrorType && value.CanInterface() {
		return "error " + hydraProbeErrorKind(value.Interface().(error))
	}
	text := printer.print(held, depth-1)
	switch held.Kind() {
	case hydraReflect.Ptr, hydraReflect.Struct, hydraReflect.Slice, hydraReflect.Map, hydraReflect.Array:
		return text
	}
	switch held.Type().String() {
	case "bool", "int", "string":
		return text
	}
	return held.Type().String() + "(" + text + ")"
}

func (printer *hydraProbePrinter) printPointer(value hydraReflect.Value, depth int) string {
	if value.IsNil() {
		return "nil"
	}
	if text, ok := hydraProbeStream(value); ok {
		return value.Type().String() + "(" + hydraStrconv.Quote(text) + ")"
	}
	for i, one := range printer.above {
		if one == value.Pointer() {
			return "↑" + hydraStrconv.Itoa(len(printer.above)-i)
		}
	}
	printer.above = append(printer.above, value.Pointer())
	defer func() { printer.above = printer.above[:len(printer.above)-1] }()
	return "&" + printer.print(value.Elem(), depth-1)
}

func (printer *hydraProbePrinter) printList(value hydraReflect.Value, depth int) string {
	t := value.Type()
	if t.Kind() == hydraReflect.Slice && t.Elem().Kind() == hydraReflect.Uint8 {
		if text := value.Bytes(); hydraUTF8.Valid(text) {
			return "[]byte(" + hydraStrconv.Quote(string(text)) + ")"
		}
	}
	items := []string{}
	for i := 0; i < value.Len() && printer.length <= hydraProbeMostShown; i++ {
		items = append(items, printer.print(value.Index(i), depth-1))
	}
	return "[" + hydraStrings.Join(items, ", ") + "]"
}

func (printer *hydraProbePrinter) printMap(value hydraReflect.Value, depth int) string {
	items := []string{}
	for _, key := range value.MapKeys() {
		// Every entry may be as long as it needs to be: which come first depends on the run.
		entry := hydraProbePrinter{fields: printer.fields, root: printer.root, above: printer.above}
		items = append(items, entry.print(key, depth-1)+": "+entry.print(value.MapIndex(key), depth-1))
		printer.opaque = printer.opaque || entry.opaque
	}
	hydraSort.Strings(items)
	return "map[" + hydraStrings.Join(items, ", ") + "]"
}

func (printer *hydraProbePrinter) printStruct(value hydraReflect.Value, depth int) string {
	t := value.Type()
	if !value.CanAddr() && value.CanInterface() {
		copied := hydraReflect.New(t).Elem()
		copied.Set(value)
		value = copied
	}
	if readable, ok := hydraProbeReadable(value); ok && !hydraProbeIsOwn(t) && t.Name() != "" {
		if text, ok := hydraProbeForeign(readable); ok {
			return text
		}
	}
	compared := printer.fields[t.Name()]
	items := []string{}
	for i := 0; i < t.NumField(); i++ {
		field := t.Field(i)
		if field.Name == "_" || hydraProbeIsLock(field.Type) {
			continue
		}
		if _, known := compared[field.Name]; hydraProbeIsOwn(t) && compared != nil && !known {
			continue
		}
		held, _ := hydraProbeReadable(value.Field(i))
		items = append(items, field.Name+": "+printer.print(held, depth-1))
	}
	return hydraProbeShort(t) + "{" + hydraStrings.Join(items, ", ") + "}"
}

func hydraProbeShort(t hydraReflect.Type) string {
	if t.Name() == "" {
		return ""
	}
	return hydraStrings.TrimPrefix(t.String(), hydraProbeQualifier)
}

// hydraProbeForeign is the own text of a value of another package, such as a time or a large number.
func hydraProbeForeign(value hydraReflect.Value) (text string, ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	if at, isTime := value.Interface().(hydraTime.Time); isTime {
		return at.Format(hydraTime.RFC3339Nano), true
	}
	shown := value.Interface()
	if value.CanAddr() {
		shown = value.Addr().Interface()
	}
	if named, isNamed := shown.(hydraFmt.Stringer); isNamed {
		return value.Type().String() + "(" + named.String() + ")", true
	}
	return "", false
}
