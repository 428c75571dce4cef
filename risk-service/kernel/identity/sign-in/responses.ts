/** Answers of the identity provider, and the origin that the provider behind it receives. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { bareAnswerHeaders } from '../../security-headers.ts'

/** Pages of the provider replace the policy by one of their own. */
export const baseHeaders = { ...bareAnswerHeaders, pragma: 'no-cache' }

/** Sets the determined origin on a request, in place of the one in its headers. */
export function setOrigin(request: IncomingMessage, origin: string): void {
  const { host, protocol } = new URL(origin)
  request.headers.host = host
  request.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  delete request.headers['x-forwarded-host']
}

export function seeOther(response: ServerResponse, location: string): true {
  response.writeHead(303, { location }).end()
  return true
}

export function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}

export function plain(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { ...baseHeaders, 'content-type': 'text/plain; charset=utf-8' }).end(body)
}
