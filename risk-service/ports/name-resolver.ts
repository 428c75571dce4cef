/** What the domain name system says of a host. */
export interface ResolvedName {
  /** The names that it leads to by CNAME records, in their order, without a dot at the end; none of a private network. */
  aliases: readonly string[]
  /** The addresses of the last of them. */
  addresses: readonly string[]
  /**
   * Where it leads: to addresses that are all on the public internet, to a name or an address of a private network, or to
   * no address.
   */
  reach: 'public' | 'private' | 'none'
}

/** Resolves a host name; a name that does not exist has neither aliases nor addresses. @throws NameServiceError */
export type NameResolver = (host: string) => Promise<ResolvedName>

/** The name service did not answer in time, or answered with an error. */
export class NameServiceError extends Error {
  readonly reason: 'timeout' | 'failed'
  constructor(reason: NameServiceError['reason']) {
    super(`The name service: ${reason}`)
    this.name = 'NameServiceError'
    this.reason = reason
  }
}
