/** 500 texts that call `pwned` if a page inserts them as HTML, a URL, a style or a template. */
const CALL = "pwned()";
const TAGS = [
  `<script>${CALL}</script>`,
  `<img src=x onerror=${CALL}>`,
  `<svg onload=${CALL}>`,
  `<svg><script>${CALL}</script></svg>`,
  `<iframe srcdoc="<script>parent.${CALL}</script>"></iframe>`,
  `<iframe src="javascript:parent.${CALL}"></iframe>`,
  `<body onload=${CALL}>`,
  `<details open ontoggle=${CALL}>`,
  `<input autofocus onfocus=${CALL}>`,
  `<video><source onerror=${CALL}></video>`,
  `<object data="javascript:${CALL}"></object>`,
  `<embed src="javascript:${CALL}">`,
  `<a href="javascript:${CALL}" autofocus>x</a>`,
  `<form><button formaction="javascript:${CALL}">x</button></form>`,
  `<math><mtext><img src=x onerror=${CALL}></mtext></math>`,
  `<style>@import "javascript:${CALL}";</style>`,
  `<link rel=stylesheet href="data:text/css,*{background:url(//evil.example/x)}">`,
  `<base href="//evil.example/">`,
  `<meta http-equiv=refresh content="0;url=javascript:${CALL}">`,
  `<template><script>${CALL}</script></template>`,
  `<marquee onstart=${CALL}>`,
  `<img src="//evil.example/x.png">`,
  `javascript:${CALL}`,
  `data:text/html,<script>${CALL}</script>`,
  `{{constructor.constructor('${CALL}')()}}`,
  `\${${CALL}}`,
  `__proto__`,
  `constructor`,
];
const AROUND = [
  (text) => text,
  (text) => `"${text}`,
  (text) => `'>${text}`,
  (text) => `-->${text}<!--`,
  (text) => `</textarea>${text}`,
  (text) => `</title></style></script>${text}`,
  (text) => `]]>${text}`,
  (text) => `http://e.com/?q=${text}&${text}=1#${text}`,
  (text) => `http://${text}@e.com/${text}`,
];
const WRITTEN = [
  (text) => text,
  (text) => encodeURIComponent(text),
  (text) => encodeURIComponent(encodeURIComponent(text)),
];

const texts = new Set();
for (const write of WRITTEN) for (const around of AROUND) for (const tag of TAGS) texts.add(write(around(tag)));
for (const tag of TAGS)
  texts.add(tag.toUpperCase()).add(tag.replaceAll(" ", "/")).add(`\0${tag}`).add(`\u202e${tag}\u2066`);

/** 500 of the texts, spread evenly over all kinds. */
export const INJECTIONS = [...texts]
  .filter((_, k, all) => Math.floor((k * 500) / all.length) !== Math.floor(((k - 1) * 500) / all.length))
  .slice(0, 500);
