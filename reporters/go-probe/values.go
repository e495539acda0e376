package hydra_probe

// Copied into every package whose functions are probed, for the recorder and for the player. Names have a prefix, and
// imports are renamed, so that they clash with nothing there. The project may be of any version of Go: no generics.

import (
	hydraBytes "bytes"
	hydraJSON "encoding/json"
	hydraIO "io"
	hydraReflect "reflect"
	hydraStrings "strings"
	hydraUnsafe "unsafe"
)

type hydraProbeHere struct{}

var hydraProbeHereType = hydraReflect.TypeOf(hydraProbeHere{})

// hydraProbeQualifier is how types of this package begin when they are printed.
var hydraProbeQualifier = hydraStrings.TrimSuffix(hydraProbeHereType.String(), "hydraProbeHere")

func hydraProbeIsOwn(t hydraReflect.Type) bool {
	return t.Name() != "" && t.PkgPath() == hydraProbeHereType.PkgPath()
}

// hydraProbeSignature is what must be the same on two trees if a call of one is to mean the same on the other: an input
// that has other fields is another input. A result may have further fields, which are not compared.
type hydraProbeSignature struct {
	Func string                       `json:"func"`
	In   map[string]map[string]string `json:"in"`
	Out  map[string]map[string]string `json:"out"`
}

// hydraProbeCollect adds the package's own types in a type, each with its fields.
func hydraProbeCollect(t hydraReflect.Type, into map[string]map[string]string) {
	if hydraProbeIsOwn(t) {
		if into[t.Name()] != nil {
			return
		}
		into[t.Name()] = map[string]string{}
		if t.Kind() != hydraReflect.Struct {
			into[t.Name()][""] = t.Kind().String()
		}
	} else if t.Kind() == hydraReflect.Struct && t.Name() != "" {
		return
	}
	switch t.Kind() {
	case hydraReflect.Ptr, hydraReflect.Slice, hydraReflect.Array:
		hydraProbeCollect(t.Elem(), into)
	case hydraReflect.Map:
		hydraProbeCollect(t.Key(), into)
		hydraProbeCollect(t.Elem(), into)
	case hydraReflect.Struct:
		for i := 0; i < t.NumField(); i++ {
			field := t.Field(i)
			if hydraProbeIsOwn(t) {
				into[t.Name()][field.Name] = field.Type.String()
			}
			hydraProbeCollect(field.Type, into)
		}
	}
}

func hydraProbeSignatureOf(fn hydraReflect.Type) hydraProbeSignature {
	signature := hydraProbeSignature{fn.String(), map[string]map[string]string{}, map[string]map[string]string{}}
	for i := 0; i < fn.NumIn(); i++ {
		hydraProbeCollect(fn.In(i), signature.In)
	}
	for i := 0; i < fn.NumOut(); i++ {
		hydraProbeCollect(fn.Out(i), signature.Out)
	}
	return signature
}

func (signature hydraProbeSignature) hydraProbeText() string {
	text, _ := hydraJSON.Marshal(signature)
	return string(text)
}

// hydraProbeReadable is the value, readable and settable although it may be in an unexported field.
func hydraProbeReadable(value hydraReflect.Value) (hydraReflect.Value, bool) {
	if value.CanInterface() {
		return value, true
	}
	if !value.CanAddr() {
		return value, false
	}
	return hydraReflect.NewAt(value.Type(), hydraUnsafe.Pointer(value.UnsafeAddr())).Elem(), true
}

var hydraProbeErrorType = hydraReflect.TypeOf((*error)(nil)).Elem()

func hydraProbeIsContext(t hydraReflect.Type) bool {
	return t.PkgPath() == "context" && t.Name() == "Context"
}

// hydraProbeIsLock: a lock is taken by the caller; a call that is repeated finds it free.
func hydraProbeIsLock(t hydraReflect.Type) bool {
	switch t.String() {
	case "sync.Mutex", "sync.RWMutex", "sync.WaitGroup":
		return true
	}
	return false
}

// hydraProbeStream is the text in a reader or buffer of the standard library, which is left as it is.
func hydraProbeStream(value hydraReflect.Value) (string, bool) {
	readable, ok := hydraProbeReadable(value)
	if !ok || value.IsNil() {
		return "", false
	}
	switch stream := readable.Interface().(type) {
	case *hydraBytes.Buffer:
		return stream.String(), true
	case *hydraStrings.Builder:
		return stream.String(), true
	case *hydraStrings.Reader:
		rest := *stream
		text, err := hydraIO.ReadAll(&rest)
		return string(text), err == nil
	case *hydraBytes.Reader:
		rest := *stream
		text, err := hydraIO.ReadAll(&rest)
		return string(text), err == nil
	}
	return "", false
}
