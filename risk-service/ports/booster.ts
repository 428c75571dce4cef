/** A bank or network that receives messages about purchases with its cards. */
export interface BoosterParticipant {
  /** Shown to administrators; unique. */
  name: string
  /** What the numbers of its cards begin with. */
  bins: readonly string[]
  /** Networks whose cards are its own, such as Visa. */
  networks: readonly string[]
}

/** A message as it is sent once. */
export interface BoosterDispatch {
  environmentId: string
  /** Of the message: the same for every attempt. */
  id: string
  /** From 1 on. */
  attempt: number
  body: Uint8Array<ArrayBuffer>
  at: Date
}

/** Why a message was not accepted; `isFinal`: nothing else would come of another attempt. */
export interface BoosterRefusal {
  failure: string
  isFinal: boolean
}

/** Delivers messages of the acceptance booster to those who take part in this installation. */
export interface BoosterDelivery {
  participants: readonly BoosterParticipant[]
  /** Sends a message; null: it was accepted. Never rejects. */
  send: (participant: string, dispatch: BoosterDispatch) => Promise<BoosterRefusal | null>
}
