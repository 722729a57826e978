/** The sets of functions and services, by the names that these have there. */
export const SET_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    encodeURIComponent: "ecmascript-encode-uri-component",
    encodeURI: "ecmascript-encode-uri",
    decodeURI: "ecmascript-decode-uri",
    escape: "ecmascript-escape",
    encodeurl: "npm-encodeurl",
    URLSearchParams: "whatwg-form",
    form: "whatwg-form",
    quote: "python-quote",
    quote_plus: "python-quote-plus",
    urlencode: "php-urlencode",
    rawurlencode: "php-rawurlencode",
    URLEncoder: "java-url-encoder",
    PathEscape: "go-path-escape",
    QueryEscape: "go-query-escape",
    uri_escape: "perl-uri-escape",
    encode_www_form_component: "ruby-encode-www-form-component",
    sigv4: "aws-signature-v4",
    s3: "aws-signature-v4-path",
  }),
);
