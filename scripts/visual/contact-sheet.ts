import type { VisualMode } from '../../.storybook/modes.ts'
import type { AuditFigures, Evidence } from './evidence.ts'
import { contractHtml, escapeHtml as escape } from './html.ts'
import { runSignOff } from './sign-off.ts'

export interface Picture {
  mode: VisualMode
  /** Id of the story: `forms-select--matrix`. */
  id: string
  /** Addresses, relative to the page. */
  now: string
  before?: string
  diff?: string
  /** The story did not exist before. */
  fresh?: boolean
}

interface SheetInfo {
  commit: string
  chromium: string
  base?: string
  /** By component: `forms-select`. */
  evidence: ReadonlyMap<string, Evidence>
}

const humanise = (text: string) => text.replaceAll('-', ' ').replace(/^./, first => first.toUpperCase())

const style = `
:root{color-scheme:light dark;font:14px/1.45 system-ui,sans-serif;scroll-padding-block-start:180px}body{margin:0}a{color:inherit}
header{position:sticky;inset-block-start:0;z-index:1;background:Canvas;border-block-end:1px solid GrayText;padding:8px 16px;display:flex;flex-wrap:wrap;gap:8px 16px;align-items:center}
h1{font-size:16px;margin:0}h2{font-size:20px;margin:0 0 8px}h3{font-size:14px;margin:24px 0 8px}main{padding:16px}
fieldset{border:0;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:4px 12px}legend{float:inline-start;padding-inline-end:8px}
button,select{font:inherit;min-block-size:32px}:focus-visible{outline:2px solid Highlight;outline-offset:2px}
ul{list-style:none;margin:0;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,420px),1fr));gap:16px}
figure{margin:0}figcaption{font-weight:600;padding-block-end:4px}img{max-inline-size:100%;block-size:auto;border:1px solid GrayText;display:block}
.changed figcaption::after{content:" · changed";font-weight:400}.fresh figcaption::after{content:" · new";font-weight:400}.changed{grid-column:1/-1}.trio{display:grid;grid-template-columns:repeat(3,1fr);gap:8px}
section[hidden],li[hidden]{display:none}
table{border-collapse:collapse}caption{text-align:start;font-weight:600;padding-block:8px 4px}th,td{border-block-end:1px solid GrayText;padding:4px 12px 4px 0;text-align:start;vertical-align:top}tbody th{font-weight:500}
td input[type=text]{inline-size:100%;min-inline-size:16ch;box-sizing:border-box;font:inherit;min-block-size:32px}input[type=checkbox]{min-inline-size:24px;min-block-size:24px;margin:4px 0}.frame{overflow:auto}
details{margin-block:8px}summary{cursor:pointer;font-weight:600}h4{font-size:14px;margin:12px 0 4px}pre{overflow:auto;border:1px solid GrayText;padding:8px;margin:4px 0}.bad{font-weight:600}`

/**
 * Without the script the page is one long list; with it one component is shown at a time and the arrow keys turn the
 * page.
 */
const script = `
const sections=[...document.querySelectorAll('section')],pick=document.querySelector('select'),said=document.querySelector('output');let at=0
function show(index,focus){at=(index+sections.length)%sections.length;sections.forEach((section,i)=>section.hidden=i!==at);pick.value=String(at)
said.textContent=(at+1)+' of '+sections.length;history.replaceState(null,'','#'+sections[at].id);scrollTo(0,0);if(focus)sections[at].querySelector('h2').focus()}
document.querySelector('[data-previous]').onclick=()=>show(at-1,true);document.querySelector('[data-next]').onclick=()=>show(at+1,true)
pick.onchange=()=>show(Number(pick.value),false)
addEventListener('keydown',event=>{if(event.target.closest('select,input')||event.altKey||event.ctrlKey||event.metaKey)return
if(event.key==='ArrowRight'){event.preventDefault();show(at+1,true)}else if(event.key==='ArrowLeft'){event.preventDefault();show(at-1,true)}})
for(const box of document.querySelectorAll('input[name=mode]'))box.onchange=()=>{for(const item of document.querySelectorAll('li[data-mode="'+box.value+'"]'))item.hidden=!box.checked}
const only=document.querySelector('[name=only]');if(only)only.onchange=()=>{for(const item of document.querySelectorAll('li:not(.changed,.fresh)'))item.hidden=only.checked}
show(Math.max(0,sections.findIndex(section=>'#'+section.id===location.hash)),false)`

function figure(picture: Picture, name: string): string {
  const alt = (what: string) => escape(`${name}, ${picture.mode}${what}`)
  const image = (address: string, what: string) =>
    `<a href="${escape(address)}"><img loading="lazy" src="${escape(address)}" alt="${alt(what)}"></a>`
  const body =
    picture.before === undefined
      ? image(picture.now, '')
      : `<div class="trio">${image(picture.before, ', before')}${image(picture.now, ', now')}${picture.diff === undefined ? '' : image(picture.diff, ', what differs')}</div>`
  return `<li data-mode="${picture.mode}"${picture.before === undefined ? (picture.fresh ? ' class="fresh"' : '') : ' class="changed"'}><figure><figcaption>${picture.mode}</figcaption>${body}</figure></li>`
}

const listOf = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .map(([rule, count]) => `${escape(rule)} (${count})`)
    .join(', ')

function auditCell(figures: AuditFigures | undefined): string {
  if (figures === undefined) return 'not run'
  const { stories, violations, undecided, passed } = figures
  const broken = Object.keys(violations).length
  return [
    broken === 0 ? '0 violations' : `<span class="bad">violated: ${listOf(violations)}</span>`,
    ...(Object.keys(undecided).length === 0 ? [] : [`to look at: ${listOf(undecided)}`]),
    `${passed} rules held in ${stories} stories`,
  ].join('<br>')
}

/** The table in which a component is signed, look by look. */
function signOffTable(component: string, pictures: readonly Picture[], { audits }: Pick<Evidence, 'audits'>): string {
  const rows = [...Map.groupBy(pictures, ({ mode }) => mode)].map(([mode, own]) => {
    const about = `${escape(humanise(component))}, ${mode}`
    return `<tr data-component="${escape(component)}" data-look="${mode}"><th scope="row">${mode}</th><td>${own.length}</td><td>${auditCell(audits[mode])}</td><td><input type="checkbox" aria-label="${about}: seen"></td><td><select aria-label="${about}: verdict" disabled><option value="accepted">Accepted</option><option value="objection">Objection</option></select></td><td><input type="text" aria-label="${about}: remark"></td></tr>`
  })
  return `<div class="frame"><table><caption>Sign-off</caption><thead><tr><th scope="col">Look</th><th scope="col">Pictures</th><th scope="col">axe</th><th scope="col">Seen</th><th scope="col">Verdict</th><th scope="col">Remark</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

/** What stands in the repository about a component: its contract with the keys, and what assistive technology is told. */
function documents({ contracts, trees }: Pick<Evidence, 'contracts' | 'trees'>): string {
  const contract = contracts.map(contractHtml).join('\n')
  return [
    `<details><summary>Contract and keys</summary>${contract === '' ? '<p>It has the keys of the one native element underneath.</p>' : contract}</details>`,
    ...trees.map(
      ({ story, text }) =>
        `<details><summary>Accessibility tree of ${escape(humanise(story))}</summary><pre tabindex="0">${escape(text)}</pre></details>`,
    ),
  ].join('\n')
}

/** The code of a function, with its arguments. Nothing in it may end the element of the script. */
const signOffScript = (info: Parameters<typeof runSignOff>[1]): string =>
  `(${runSignOff.toString()})(document, ${JSON.stringify(info)})`.replaceAll('</', '<\\/')

const noEvidence: Evidence = { audits: {}, trees: [], contracts: [] }

/** A page for reviewers: one component at a time, its stories stacked, the modes side by side. */
export function contactSheet(pictures: readonly Picture[], { commit, chromium, base, evidence }: SheetInfo): string {
  const modes = [...new Set(pictures.map(({ mode }) => mode))]
  const byComponent = Map.groupBy(pictures, ({ id }) => id.split('--')[0] ?? id)
  const components = [...byComponent].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const sections = components.map(([component, own]) => {
    const documented = evidence.get(component) ?? noEvidence
    const inModes = own.toSorted((a, b) => modes.indexOf(a.mode) - modes.indexOf(b.mode))
    const stories = [...Map.groupBy(own, ({ id }) => id.split('--')[1] ?? '')]
    return `<section id="${escape(component)}" aria-labelledby="h-${escape(component)}"><h2 id="h-${escape(component)}" tabindex="-1">${escape(humanise(component))}</h2>${signOffTable(component, inModes, documented)}${documents(documented)}${stories
      .map(([story, taken]) => {
        const inOrder = taken.toSorted((a, b) => modes.indexOf(a.mode) - modes.indexOf(b.mode))
        return `<h3>${escape(humanise(story))}</h3><ul>${inOrder.map(picture => figure(picture, `${humanise(component)}, ${humanise(story)}`)).join('')}</ul>`
      })
      .join('')}</section>`
  })
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Snapshots of the design system</title><style>${style}</style></head><body>
<header><h1>Snapshots</h1><button type="button" data-previous>Previous</button><label>Component <select>${components.map(([component, own], index) => `<option value="${index}">${escape(humanise(component))}${own.some(({ before, fresh }) => before !== undefined || fresh) ? ' *' : ''}</option>`).join('')}</select></label><button type="button" data-next>Next</button><output aria-live="polite"></output>
<fieldset><legend>Modes</legend>${modes.map(mode => `<label><input type="checkbox" name="mode" value="${mode}" checked> ${mode}</label>`).join('')}</fieldset>${base === undefined ? '' : `<label><input type="checkbox" name="only"> Only what is new or different from ${escape(base)}</label>`}
<span>${pictures.length} pictures of ${escape(commit)}, Chromium ${escape(chromium)}. Arrow keys turn the page.</span>
<fieldset><legend>Sign-off</legend><label>Your name <input id="reviewer" type="text" autocomplete="name"></label><button type="button" id="sign-off-save">Save as a file</button><label>Load a file <input id="sign-off-file" type="file" accept="application/json,.json"></label><output id="sign-off-status" aria-live="polite"></output></fieldset></header>
<main>${sections.join('\n')}</main><script>${script}
${signOffScript({ commit, chromium })}</script></body></html>
`
}
