/** Lifetimes of sessions and tokens of the embedded sign-in, in seconds. */
const hour = 3600

/** A session ends this long after its last use, and so long after its sign-in at the latest. */
const idleSeconds = 8 * hour
const longestSeconds = 7 * 24 * hour

/** Seconds until a session ends that is used now. */
export function sessionLifetime(signedInAt: number | undefined, now: number): number {
  return signedInAt === undefined ? idleSeconds : Math.max(1, Math.min(idleSeconds, signedInAt + longestSeconds - now))
}

const secondsNow = () => Math.floor(Date.now() / 1000)

export const lifetimesSeconds = {
  AccessToken: hour,
  IdToken: hour,
  AuthorizationCode: 300,
  Interaction: hour,
  // A renewal makes a new token, which ends with the first one of its sign-in all the same.
  RefreshToken: (_ctx: unknown, { iiat }: { iiat?: number | undefined }) => sessionLifetime(iiat, secondsNow()),
  Session: (_ctx: unknown, { loginTs }: { loginTs?: number | undefined }) => sessionLifetime(loginTs, secondsNow()),
  Grant: longestSeconds,
}
