import { createHmac, randomBytes } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

type Document = Record<string, unknown>
export interface CosmosServer {
  /** Connection string in the form of the database's portal. */
  connectionString: string
  /** The secret part of the connection string. */
  key: string
  /** From now on it answers no request, or answers again. */
  setUnavailable: (gone: boolean) => void
  close: () => void
}

/** A server on this machine with the API of Cosmos DB: signed requests, containers, equality of one column. */
export async function startCosmosServer(containers: Readonly<Record<string, Document[]>>): Promise<CosmosServer> {
  const key = randomBytes(64)
  let gone = false
  const server = http.createServer((request, response) => {
    let text = ''
    request.on('data', part => {
      text += String(part)
    })
    request.on('end', () => {
      if (gone) return void response.socket?.destroy()
      const path = decodeURIComponent(request.url ?? '')
      const kind = path.split('/').at(-1) ?? ''
      const link = path.slice(1, -kind.length - 1)
      const text64 = `${(request.method ?? '').toLowerCase()}\n${kind}\n${link}\n${String(request.headers['x-ms-date']).toLowerCase()}\n\n`
      const signature = `type=master&ver=1.0&sig=${createHmac('sha256', key).update(text64).digest('base64')}`
      const answer = (status: number, body: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      if (decodeURIComponent(String(request.headers.authorization)) !== signature)
        return void answer(401, { code: 'Unauthorized' })
      if (kind === 'colls')
        return void answer(200, { DocumentCollections: Object.keys(containers).map(id => ({ id })) })
      const { query = '', parameters = [] } = JSON.parse(text) as {
        query?: string
        parameters?: { name: string; value: unknown }[]
      }
      const documents = containers[link.split('/').at(-1) ?? ''] ?? []
      const column = /StringEquals\(c\["([^"]+)"\]/.exec(query)?.[1]
      const wanted = /SELECT c\["([^"]+)"\] AS v/.exec(query)?.[1]
      const asked = String(parameters.find(({ name }) => name === '@key')?.value).toLowerCase()
      const found =
        column === undefined
          ? documents
          : documents.filter(document => String(document[column]).toLowerCase() === asked)
      answer(200, { Documents: wanted === undefined ? found : found.map(document => ({ v: document[wanted] })) })
    })
  })
  await new Promise<void>(resolve => {
    server.listen(0, resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    key: key.toString('base64'),
    connectionString: `AccountEndpoint=http://localhost:${port}/;AccountKey=${key.toString('base64')};`,
    setUnavailable: next => {
      gone = next
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
