/**
 * Last resort when the console cannot even start: texts may be what failed to load, so that the few words are here, in the
 * languages of this version, and nothing but the document is used.
 */
const words: Record<string, { title: string; text: string; retry: string }> = {
  en: { title: 'Assay could not start', text: 'Check your connection, then try again. If it happens again, send this id to your administrator:', retry: 'Try again' },
  de: { title: 'Assay konnte nicht starten', text: 'Prüfen Sie Ihre Verbindung und versuchen Sie es erneut. Wenn es wieder passiert, senden Sie diese ID an Ihre Administration:', retry: 'Erneut versuchen' },
  ar: { title: 'تعذّر بدء Assay', text: 'تحقق من الاتصال ثم أعد المحاولة. إذا تكرر ذلك فأرسل هذا المعرّف إلى المسؤول:', retry: 'إعادة المحاولة' },
}

export function showStartFailure(): void {
  const text = words[document.documentElement.lang.slice(0, 2)] ?? words['en']
  const root = document.getElementById('root')
  if (!root || !text) return
  const main = document.createElement('main')
  main.className = 'mx-auto flex max-w-md flex-col gap-3 p-12'
  const heading = document.createElement('h1')
  heading.className = 'text-xl font-semibold'
  heading.textContent = text.title
  const paragraph = document.createElement('p')
  paragraph.textContent = `${text.text} `
  const id = document.createElement('bdi')
  id.dir = 'ltr'
  id.className = 'font-mono'
  id.textContent = crypto.randomUUID()
  paragraph.append(id)
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'h-control w-fit rounded-control border border-line-strong px-3'
  button.textContent = text.retry
  button.addEventListener('click', () => location.reload())
  main.append(heading, paragraph, button)
  root.replaceChildren(main)
}
