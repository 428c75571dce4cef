/** A request to an external service; `timeoutMs` limits its whole duration. */
export interface OutgoingRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  headers: Readonly<Record<string, string>>
  body: string | Uint8Array | null
  timeoutMs: number
  /** Certificate and private key of the client, PEM. */
  certificate?: string | undefined
  /** The answer is wanted as bytes. */
  binary?: boolean
  /** The answer has the end of the server's certificate. */
  withCertificate?: boolean
  /** Breaks the request off, which is then a failure of the communication. */
  signal?: AbortSignal
}
/**
 * An answer with any status, or the reason of its absence: `refused` for an address that may not be called, `response`
 * for an answer that is too large.
 */
export type OutgoingAnswer =
  | {
      kind: 'answer'
      status: number
      text: string
      bytes?: Uint8Array
      headers?: Readonly<Record<string, string | undefined>>
      certificateUntil?: Date
    }
  | { kind: 'timeout' | 'communication' | 'refused' | 'response'; message: string }

/** Calls external services. Never rejects; redirects are not followed. */
export interface OutgoingHttp {
  send: (request: OutgoingRequest) => Promise<OutgoingAnswer>
  /**
   * Returns why an address would not be called whatever its name resolves to, or null. Text in braces is a placeholder.
   */
  addressIssue: (url: string) => string | null
  close: () => void
}
/** An email message; `timeoutMs` limits its whole delivery. */
export interface MailMessage {
  /** Identifies the message to its recipient: the same for every attempt. */
  id: string
  to: string
  subject: string
  text: string
  html: string
  /** Language of the message, as BCP 47 tag. */
  language: string
  timeoutMs: number
}
/**
 * `rejected`: the SMTP server did not accept the message, with its status; a final one would not be accepted later
 * either. `refused`: the address of the server may not be called.
 */
export type MailAnswer =
  | { kind: 'accepted' }
  | { kind: 'rejected'; status: number; isFinal: boolean }
  | { kind: 'timeout' | 'communication' | 'refused' }
/** Sends email messages. Never rejects. */
export interface OutgoingMail {
  send: (message: MailMessage) => Promise<MailAnswer>
}
/** Texts of the product outside of the console. */
export interface MessageTexts {
  in: (language: string) => Promise<MessageFormatter>
}
/** Texts of a language by their message id. */
export interface MessageFormatter {
  has: (id: string) => boolean
  /** @throws Error for an unknown id */
  format: (id: string, values?: Record<string, string | number>) => string
}
