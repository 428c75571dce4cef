import { chromium } from 'playwright'
import { readFileSync } from 'node:fs'
const [out, cols, ...files] = process.argv.slice(2)
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const p = await b.newPage({ viewport: { width: 1600, height: 400 } })
await p.setContent(`<div style="columns:${cols};gap:8px;font:11px sans-serif">${files.map(f => `<div style="break-inside:avoid;border:1px solid #999;margin-bottom:6px"><b>${f.split('/').slice(-2).join('/')}</b><img style="display:block;max-width:100%" src="data:image/png;base64,${readFileSync(f).toString('base64')}"></div>`).join('')}</div>`)
await p.screenshot({ path: out, fullPage: true })
await b.close()
