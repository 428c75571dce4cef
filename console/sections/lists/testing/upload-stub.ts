import { vi } from 'vitest'

/** A file as it was sent, with its fields. */
export interface RecordedUpload {
  method: string
  path: string
  form: FormData
}

/** The answer of the service to a file; null: the answer is lost. */
type UploadAnswer = { status: number; body: unknown } | null

/** Stands in for the service where files are sent, and returns those that were, until `vi.unstubAllGlobals`. */
export function stubUpload(answer: (upload: RecordedUpload) => UploadAnswer): RecordedUpload[] {
  const uploads: RecordedUpload[] = []
  class AnsweredRequest {
    upload = {}
    status = 0
    responseText = ''
    onload = () => undefined
    onerror = () => undefined
    #method = ''
    #path = ''
    open(method: string, path: string): void {
      this.#method = method
      this.#path = path
    }
    setRequestHeader(): void {}
    getResponseHeader(): null {
      return null
    }
    abort(): void {}
    send(form: FormData): void {
      const sent = { method: this.#method, path: this.#path, form }
      uploads.push(sent)
      queueMicrotask(() => {
        const response = answer(sent)
        if (response === null) return void this.onerror()
        this.status = response.status
        this.responseText = JSON.stringify(response.body)
        this.onload()
      })
    }
  }
  vi.stubGlobal('XMLHttpRequest', AnsweredRequest)
  return uploads
}

/** The fields of a form by their names, with the text of its file. */
export async function readForm(form: FormData): Promise<Record<string, string>> {
  const entries = await Promise.all(
    [...form.entries()].map(async ([name, value]) => [name, typeof value === 'string' ? value : await value.text()]),
  )
  return Object.fromEntries(entries) as Record<string, string>
}
