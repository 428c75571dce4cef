import { appearanceKeys } from '../lib/theme.ts'
import { marketKey } from './detect-locale.ts'
import { rightToLeftLanguages } from './direction.ts'

/**
 * Source of the inline script that sets theme, density, contrast, language and direction on `<html>` before first
 * paint, so that nothing flashes. The page inlines it with a CSP nonce; it must not use imports.
 */
export function themeScript(supported: readonly string[], fallback: string): string {
  return `(function(){
var d=document.documentElement,s={getItem:function(){return null}};
try{s=localStorage}catch(e){}
function pick(v,l,f){return l.indexOf(v)<0?f:v}
function read(k){try{return s.getItem(k)}catch(e){return null}}
var t=pick(read(${JSON.stringify(appearanceKeys.theme)}),['light','dark'],'system');
d.dataset.theme=t==='system'?(matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light'):t;
d.dataset.density=pick(read(${JSON.stringify(appearanceKeys.density)}),['compact','spacious'],'comfortable');
d.dataset.contrast=pick(read(${JSON.stringify(appearanceKeys.contrast)}),['more'],'normal');
var l=${JSON.stringify(supported)},r=${JSON.stringify([...rightToLeftLanguages])};
var c=[new URLSearchParams(location.search).get('mkt'),read(${JSON.stringify(marketKey)})].concat(navigator.languages||[]);
function lang(x){return x.split('-')[0].toLowerCase()}
var m=${JSON.stringify(fallback)};
for(var i=0;i<c.length;i++){var x=c[i];if(!x)continue;
var hit=l.filter(function(y){return y.toLowerCase()===x.toLowerCase()})[0]||l.filter(function(y){return lang(y)===lang(x)})[0];
if(hit){m=hit;break}}
d.lang=m;d.dir=r.indexOf(lang(m))<0?'ltr':'rtl';
})()`
}
