import { createHmac } from 'node:crypto'
import type http from 'node:http'
import https from 'node:https'
import { createRequire } from 'node:module'
import net, { type AddressInfo } from 'node:net'
import type * as Rhea from 'rhea'
import type { Connection, Delivery, EventContext, Message } from 'rhea'
import { WebSocketServer } from 'ws'

// Its exports are those of an object that is made at run time, of which an import finds none.
const rhea = createRequire(import.meta.url)('rhea') as typeof Rhea

/** A message as an event hub received it. */
interface ReceivedMessage {
  body: string
  properties: Record<string, unknown>
  contentType: string | undefined
  /** The key by which the partition is chosen. */
  key: unknown
}

export interface EventHubServer {
  port: number
  received: ReceivedMessage[]
  /** The condition of AMQP by which messages are refused; null: they are accepted. */
  refusal: string | null
  /** Messages are neither accepted nor refused. */
  isSilent: boolean
  /** Connections since the server was opened. */
  connections: number
  /** Breaks off every connection. */
  breakOff: () => void
  close: () => Promise<void>
}

interface ServerOptions {
  hub: string
  keyName: string
  key: string
  /** With it, AMQP is carried by WebSockets over TLS, as by the service of Azure; without, plainly, as by its emulator. */
  certificate?: { cert: string; key: string }
  maxMessageSize?: number
}

/**
 * Opens an event hub on this machine, which speaks AMQP 1.0: claims by `$cbs`, whose signatures it checks, properties by
 * `$management`, and batches of messages.
 */
export async function openEventHubServer(options: ServerOptions): Promise<EventHubServer> {
  const sockets = new Set<net.Socket>()
  const server = options.certificate === undefined ? net.createServer() : https.createServer(options.certificate)
  const state: EventHubServer = {
    port: 0,
    received: [],
    refusal: null,
    isSilent: false,
    connections: 0,
    breakOff() {
      for (const socket of sockets) socket.destroy()
    },
    close: () =>
      new Promise(resolve => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
  const container = containerOf(options, state)
  server.on('connection', (socket: net.Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
  })
  if (server instanceof net.Server && !(server instanceof https.Server))
    server.on('connection', (socket: net.Socket) => accept(container, socket, options))
  else {
    const web = new WebSocketServer({ server: server as http.Server, handleProtocols: () => 'AMQPWSB10' })
    web.on('connection', socket => container.websocket_accept(socket as never, acceptOptions(options) as never))
  }
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  state.port = (server.address() as AddressInfo).port
  return state
}

const acceptOptions = ({ maxMessageSize = 1024 * 1024 }: ServerOptions) => ({
  max_frame_size: 65_536,
  channel_max: 100,
  idle_time_out: 60_000,
  receiver_options: { max_message_size: maxMessageSize, autosettle: true, autoaccept: false },
  sender_options: { autosettle: true },
})

function accept(container: ReturnType<typeof rhea.create_container>, socket: net.Socket, options: ServerOptions): void {
  const connection = container.create_connection(acceptOptions(options) as never) as Connection & {
    accept: (socket: net.Socket) => void
  }
  connection.accept(socket)
}

function containerOf(options: ServerOptions, state: EventHubServer) {
  const container = rhea.create_container()
  const mechanisms = container.sasl_server_mechanisms as Record<string, unknown> & { enable_anonymous: () => void }
  mechanisms.enable_anonymous()
  mechanisms['MSSBCBS'] = mechanisms['ANONYMOUS']
  /** Connections with a valid claim. */
  const authorised = new WeakSet<object>()
  container.on('connection_open', ({ connection }: EventContext) => {
    state.connections += 1
    connection.on('error', () => undefined)
  })
  for (const event of [
    'disconnected',
    'connection_error',
    'protocol_error',
    'error',
    'session_error',
    'receiver_error',
  ])
    container.on(event, () => undefined)
  container.on('sender_open', ({ sender }: EventContext) => {
    sender?.set_source(sender.source)
    sender?.set_target(sender.target)
  })
  container.on('receiver_open', ({ receiver, connection }: EventContext) => {
    if (receiver === undefined) return
    receiver.set_source(receiver.source)
    receiver.set_target(receiver.target)
    const address = receiver.target.address
    if (address === '$cbs') return
    if (!authorised.has(connection)) receiver.close({ condition: 'amqp:unauthorized-access', description: 'No claim' })
    else if (address !== '$management' && address !== options.hub)
      receiver.close({ condition: 'amqp:not-found', description: notFound })
  })
  container.on('message', (context: EventContext) => {
    const { delivery, connection } = context
    const address = context.receiver?.target.address
    if (delivery === undefined) return
    if (address === '$cbs') {
      const answer = claimAnswer(context.message as Message, options)
      if (answer.status === 202) authorised.add(connection)
      delivery.accept()
      reply(context, answer)
    } else if (address === '$management') {
      delivery.accept()
      reply(context, managementAnswer(context.message as Message, options))
    } else receive(context, delivery, state)
  })
  return container
}

/** The client tells by these words that it is no failure of the network. */
const notFound = "The messaging entity 'sb://test' could not be found."

interface Answer {
  status: number
  condition?: string
  description?: string
  body?: unknown
}

/** Checks the signature of a claim, its time and its audience. */
function claimAnswer({ body, application_properties }: Message, { hub, keyName, key }: ServerOptions): Answer {
  const token = new URLSearchParams(String(body).replace(/^SharedAccessSignature /, ''))
  const [resource = '', expiry = ''] = [token.get('sr') ?? '', token.get('se') ?? '']
  const signature = createHmac('sha256', key)
    .update(`${encodeURIComponent(resource)}\n${expiry}`)
    .digest('base64')
  const isValid = token.get('skn') === keyName && token.get('sig') === signature && Number(expiry) > Date.now() / 1000
  if (!isValid) return { status: 401, condition: 'amqp:unauthorized-access' }
  const audience = new URL(String(application_properties?.['name']).replace(/^sb:/, 'https:')).pathname.split('/')[1]
  return audience === hub ? { status: 202 } : { status: 404, condition: 'amqp:not-found', description: notFound }
}

/** Answers the request for the properties of the hub. */
function managementAnswer({ application_properties }: Message, { hub }: ServerOptions): Answer {
  if (application_properties?.['name'] !== hub)
    return { status: 404, condition: 'amqp:not-found', description: notFound }
  return {
    status: 200,
    body: {
      name: hub,
      type: 'com.microsoft:eventhub',
      created_at: new Date(),
      partition_count: 2,
      partition_ids: rhea.types.wrap_array(['0', '1'], 0xa1, undefined),
    },
  }
}

function reply(
  { connection, message: request }: EventContext,
  { status, condition, description = 'OK', body }: Answer,
): void {
  const { reply_to, message_id } = request as Message
  const link = connection.find_sender(
    (sender: { name: string; target: { address: string } }) =>
      sender.name === reply_to || sender.target.address === reply_to,
  )
  link?.send({
    to: reply_to,
    correlation_id: message_id,
    application_properties: {
      'status-code': rhea.types.wrap_int(status),
      'status-description': description,
      ...(condition === undefined ? {} : { 'error-condition': condition }),
    },
    body,
  } as Message)
}

/** Takes a message, or the messages of a batch, or refuses them. */
function receive({ message: sent }: EventContext, delivery: Delivery, state: EventHubServer): void {
  if (state.isSilent) return
  if (state.refusal !== null) {
    delivery.reject({ condition: state.refusal, description: 'Refused by the test' })
    return
  }
  const outer = Buffer.isBuffer(sent) ? rhea.message.decode(sent) : (sent as Message)
  const parts = outer.body.multiple === true ? (outer.body.content as Buffer[]) : [outer.body.content as Buffer]
  for (const part of parts) {
    const { body, application_properties, content_type, message_annotations } = rhea.message.decode(part)
    state.received.push({
      body: (body.content as Buffer).toString(),
      properties: application_properties ?? {},
      contentType: content_type,
      key: message_annotations?.['x-opt-partition-key'],
    })
  }
  delivery.accept()
}
