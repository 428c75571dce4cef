import type { AssistantSettings } from '../../../contract/index.ts'
import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'
import { modelKeyPlace } from '../settings/settings.ts'
import { readSettings } from '../settings/store.ts'

/** Milliseconds that a language model may take; then the answer goes on without it. */
const timeoutMs = 15_000
/** Characters of its answer that are read. */
const longestAnswer = 20_000

interface ChatMessage {
  role: 'system' | 'user'
  content: string
}

/** Asks a language model. Never rejects: whatever goes wrong, there is no answer. */
export interface Model {
  /** Returns the text of its answer; null without one. */
  ask: (messages: readonly ChatMessage[], signal: AbortSignal) => Promise<string | null>
}

/** Where the requests of `chat/completions` go. */
function completionsAddress({ address }: NonNullable<AssistantSettings['model']>): string {
  const url = new URL(address)
  if (!url.pathname.endsWith('/chat/completions')) url.pathname = `${url.pathname.replace(/\/+$/, '')}/chat/completions`
  return url.href
}

/** Opens the language model of the tenant; null where the administrator has configured none: nothing is sent. */
export async function openModel({ db, principal, calls }: EnvironmentCallContext): Promise<Model | null> {
  const { tenantId } = principal
  const { enabled, model, sealedKey } = await readSettings(db, tenantId)
  if (!enabled || model === null) return null
  const key = sealedKey === null ? null : await calls.decrypt(modelKeyPlace(tenantId), sealedKey).catch(() => null)
  return {
    async ask(messages, signal) {
      const answer = await calls.send({
        method: 'POST',
        url: completionsAddress(model),
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify({ model: model.name, messages, temperature: 0, stream: false }),
        timeoutMs,
        signal,
      })
      return answer.kind === 'answer' && answer.status === 200 ? contentOf(answer.text) : null
    },
  }
}

/** The text of the first choice; null for anything that is no such answer. */
function contentOf(body: string): string | null {
  try {
    const { choices } = JSON.parse(body) as { choices?: { message?: { content?: unknown } }[] }
    const content = choices?.[0]?.message?.content
    return typeof content === 'string' && content.length <= longestAnswer ? content : null
  } catch {
    return null
  }
}
