/** A typical state of each view, as a fragment. */
export const STATES = {
  empty: "1/start",
  start:
    "1/start?text=https%3A%2F%2Fpaypal.com%40xn--pypal-4ve.com%2F%252e%252e%2Fa%3Fu%3Dhttps%25253A%25252F%25252Fb.org%26q%3D%2583A%2583C",
  plain: "1/start?text=hello%20world%20%26%20co",
  query:
    "1/start?text=name%3Dcaf%25C3%25A9%2Bnoir%26url%3Dhttps%253A%252F%252Fb.org%252F%253Fa%253D1%26tag%3Da%26tag%3D",
  lines: "1/start?text=https%3A%2F%2Fe.com%2F%3Fa%3D1%0Ahttps%3A%2F%2Fxn--pypal-4ve.com%2F%0Acaf%25C3%25A9%20noir",
  "url-lines":
    "1/start?text=https%3A%2F%2Fe.com%2Fa%20b%0Ahttps%3A%2F%2Fe.com%5C%40f.com%2F%0AHTTP%3A%2F%2FM%C3%BCnchen.de%2F%3Fq%3D1",
  layers: "1/start?text=caf%252525C3%252525A9%25252520noir",
  decode: "1/decode?text=caf%25C3%25A9%2520%2526%2520%25E2%259C%2593%2520invoice%25E2%2580%25AEfdp.exe%252541",
  fault: "1/decode?text=https%3A%2F%2Fe.com%2F100%25%20sure%3Fq%3D%25C0%25AF",
  whole:
    "1/decode?text=https%3A%2F%2Flogin.example%2Fr%3Furl%3Dhttps%253A%252F%252Fb.org%252F%253Fq%253D1%2526r%253D2%26state%3Da%2526b%2523c",
  already: "1/encode?text=https%3A%2F%2Fe.com%2Fcaf%25C3%25A9%3Fa%3D1&hex=lower",
  lost: "1/encode?text=caf%C3%A9%20%E2%98%83%20%E2%80%BD&encoding=windows-1252",
  encode: "1/encode?text=caf%C3%A9%20%26%20%E2%9C%93%20a%2Fb%0Asecond%20line&set=whatwg-form",
  clean: "1/clean?text=http%3A%2F%2Fwww.caf%C3%A9.fr%2Fa%20b%3Fq%3D%C3%BC%7C%2541%5Bx%5D&level=advanced",
  display: "1/display?text=http%3A%2F%2Fxn--caf-dma.fr%2F%25C3%25BC%2F%252F%2F%25E2%2580%25AE%3Fq%3Da%2520b",
  form: "1/form?text=https%3A%2F%2Fe.com%2F%3Fq%3Dcaf%25C3%25A9%2Bnoir%26tag%3Da%26tag%3Db%26%26k%26x%3D%25zz%23top",
  inspect: "1/inspect?text=http%3A%2F%2Fgood.com%5C%40evil.com%2F%25252e%25252e%2Fa%3Bb%3Fq%3D%25C0%25AF",
  explain: "1/explain?text=caf%25C3%25A9%20%25F0%259F%2598%2580%20%25252e%2525252f%25E2%259C%25zz",
  template:
    "1/template?text=https%3A%2F%2Fe.com%2Fusers%2F%7Bid%7D%7B%2Fpath%2A%7D%7B%3Fq%2Cpage%2Clang%3A2%7D%0Aid%3Da%2Fb%0Apath%3D2026%0Apath%3Da%20b.txt%0Aq%3Dcaf%C3%A9%0Alang%3Denglish%0Aother%3D1&other=https%3A%2F%2Fe.com%2Fusers%2F7%2Fx%2Fy%3Fq%3Dcaf%25C3%25A9%26page%3D2",
  "template-refused": "1/template?text=%2Fusers%2F%7Bid%7D%0Aid%3D..&other=%2Fusers%2F..%252Fadmin",
  resolve: "1/resolve?text=..%2Fg%3Fy%3Da%20b%23s&other=http%3A%2F%2Fa%2Fb%2Fc%2Fd%3Bp%3Fq",
  compare: "1/compare?text=http%3A%2F%2Fe.com%3A80%2F%257Eu%2Fa%3Fx%3D1&other=HTTP%3A%2F%2Fe.com%2F~u%2Fa%3Fx%3D1",
  decoders: "1/decoders?text=a%2Bb%25zz%25C3%2528",
  sets: "1/sets?set=whatwg-form&diff=rfc3986-component",
  findings: "1/findings?find=decode%20twice",
  help: "1/help",
};
