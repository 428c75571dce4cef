import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sampleDataPolicy } from './security.ts'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.html': 'text/html; charset=utf-8',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
}

/** The script that runs the service with its database inside a page. */
const sampleDataWorker = /^\/dist\/sample-data\.worker-[\w-]+\.js$/

const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

interface Asset {
  body: Uint8Array<ArrayBuffer>
  type: string
  etag: string
  encoded: Map<string, Uint8Array<ArrayBuffer>>
}

/**
 * Serves built files by their names, which are read from disk once; only listed names are ever opened, so that no path
 * can refer to another file.
 */
export function createAssets(folder: string) {
  const assets = new Map<string, Asset>()
  let names = new Set<string>()
  let listed = 0
  const list = () => {
    listed = Date.now()
    const found = new Set<string>()
    const walk = (below: string) => {
      for (const entry of readdirSync(path.join(folder, below), { withFileTypes: true })) {
        const name = `${below}/${entry.name}`
        if (entry.isDirectory()) walk(name)
        else if (!entry.name.startsWith('.')) found.add(name)
      }
    }
    try {
      walk('')
    } catch {
      // Not built yet.
    }
    names = found
  }
  const read = (name: string) => Uint8Array.from(readFileSync(path.join(folder, name)))
  return {
    /** Returns a built file by its path; a file that a newer build added is found within two seconds. */
    get(name: string): Asset | undefined {
      // Copies of a file in another encoding are no addresses of their own.
      if (encodings.some(([, suffix]) => name.endsWith(suffix))) return undefined
      if (!names.has(name) && Date.now() - listed > 2000) list()
      if (!names.has(name)) return undefined
      // Names below /dist/ contain a hash of their content; the few others may change with a build.
      const cached = name.startsWith('/dist/') ? assets.get(name) : undefined
      if (cached) return cached
      const body = read(name)
      const asset: Asset = {
        body,
        type: types[path.extname(name)] ?? 'application/octet-stream',
        etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
        encoded: new Map(
          encodings.flatMap(([encoding, suffix]) =>
            names.has(name + suffix) ? [[encoding, read(name + suffix)]] : [],
          ),
        ),
      }
      assets.set(name, asset)
      return asset
    },
  }
}

/** Sends an asset, with a compression that the browser accepts; without a body when the browser has it in its cache. */
export function sendAsset(asset: Asset, request: Request, name: string): Response {
  const immutable = name.startsWith('/dist/')
  const headers: Record<string, string> = {
    'content-type': asset.type,
    etag: asset.etag,
    vary: 'accept-encoding',
    'cache-control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...(sampleDataWorker.test(name) ? { 'content-security-policy': sampleDataPolicy } : {}),
  }
  if (request.headers.get('if-none-match') === asset.etag) return new Response(null, { status: 304, headers })
  const accepted = request.headers.get('accept-encoding') ?? ''
  for (const [encoding] of encodings) {
    const body = asset.encoded.get(encoding)
    if (body && new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`, 'i').test(accepted)) {
      return new Response(body, { headers: { ...headers, 'content-encoding': encoding } })
    }
  }
  return new Response(asset.body, { headers })
}
