/** The built pages of the console, and the data that the service inserts into them. */
import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { ServedBuild } from '../contract/site-configuration.ts'
import type { SignInPage } from '../kernel/identity/sign-in/identity.ts'
import { newNonce, pageHeaders } from './security.ts'

/** Returns the text of a built page, read again when the file changed; null while the console is not built. */
export function createPage(file: string): () => string | null {
  let cached: { at: number; text: string } | null = null
  return () => {
    try {
      const at = statSync(file).mtimeMs
      if (cached?.at !== at) cached = { at, text: readFileSync(file, 'utf8') }
      return cached.text
    } catch {
      return null
    }
  }
}

/** Returns JSON that is safe inside a script element. */
export function jsonElement(id: string, nonce: string, value: unknown): string {
  const text = JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
  return `<script type="application/json" id="${id}" nonce="${nonce}">${text}</script>`
}

/** Adds the nonce to every script, style and stylesheet of a page, and the given elements to the end of its head. */
export function fillPage(html: string, nonce: string, elements: string): string {
  const marked = html
    .replace(/<(script|style)(?=[\s>])(?![^>]*\snonce=)/g, `<$1 nonce="${nonce}"`)
    .replace(/<link(?=[^>]*\srel="(?:stylesheet|modulepreload)")/g, `<link nonce="${nonce}"`)
  return marked.includes('<!--site-configuration-->')
    ? marked.replace('<!--site-configuration-->', () => elements)
    : marked.replace('</head>', () => `${elements}</head>`)
}

/** Returns the page that replaces one that is not built. */
export function notBuiltPage(nonce: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Assay</title><style nonce="${nonce}">body{font:16px system-ui;max-inline-size:40rem;margin:10vh auto;padding:1rem}</style>
<h1>The console is not built yet</h1><p>The service is running. Build the console with <code>npm start</code> (it builds what is missing), then reload this page.</p></html>`
}

/** Renders the sign-in page of the embedded provider. */
export function createSignInPage(folder: string): SignInPage {
  const page = createPage(path.join(folder, 'sign-in.html'))
  return (data, secure) => {
    const nonce = newNonce()
    const html = page()
    const headers = pageHeaders({ nonce }, secure)
    return html === null
      ? { status: 503, headers, body: notBuiltPage(nonce) }
      : { status: 200, headers, body: fillPage(html, nonce, jsonElement('sign-in', nonce, data)) }
  }
}

/**
 * Reads the build of the console in this folder: its date and number, and a revision that distinguishes two builds of
 * one number.
 */
export function createBuildReader(folder: string, fixed: string | null): () => ServedBuild {
  const index = createPage(path.join(folder, 'index.html'))
  const stamp = createPage(path.join(folder, 'build.txt'))
  const started = `${new Date().toISOString().slice(0, 10).replaceAll('-', '')}.1`
  return () => ({
    build: fixed ?? /^\d{8}\.\d+$/.exec(stamp()?.trim() ?? '')?.[0] ?? started,
    revision: createHash('sha256')
      .update(index() ?? '')
      .digest('base64url')
      .slice(0, 12),
  })
}
