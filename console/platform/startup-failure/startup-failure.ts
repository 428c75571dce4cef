import type { StartupFailureMessages } from './startup-failure-messages.ts'

const english: StartupFailureMessages = {
  title: 'The console could not start',
  text: 'Check your connection, then reload. If it happens again, send these details to your administrator:',
  reload: 'Reload',
  copy: 'Copy details',
  copied: 'Copied',
}

function parseElement<T>(id: string): Partial<T> {
  try {
    return (JSON.parse(document.getElementById(id)?.textContent ?? '{}') ?? {}) as Partial<T>
  } catch {
    return {}
  }
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  text: string,
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  made.className = className
  made.textContent = text
  return made
}

const buttonClass = 'h-control w-fit rounded-control border border-line-strong px-3 focus-ring'

/**
 * Last resort when the console cannot even start: texts may be what failed to load, so that the words stand in the
 * page, in every language, and nothing but the document is used. The details name no value: build, time, the id under
 * which the failure was reported and the name of the error.
 */
export function showStartupFailure(error: unknown, correlationId?: string): void {
  const words =
    parseElement<Record<string, StartupFailureMessages>>('start-failure')[document.documentElement.lang.slice(0, 2)] ??
    english
  const root = document.getElementById('root') ?? document.body
  const name = error instanceof Error ? error.name : ''
  const details = [
    `build: ${parseElement<{ build: string }>('site-configuration').build ?? ''}`,
    `time: ${new Date().toISOString()}`,
    ...(correlationId === undefined ? [] : [`correlation id: ${correlationId}`]),
    ...(name ? [`error: ${name}`] : []),
  ].join('\n')
  const main = element('main', 'mx-auto flex min-h-dvh max-w-md flex-col justify-center p-12', '')
  const content = element('div', 'flex flex-col gap-3', '')
  const pre = element(
    'pre',
    'rounded-chip border border-line-subtle bg-surface-sunken px-3 py-2 font-mono text-xs whitespace-pre-wrap wrap-anywhere',
    details,
  )
  pre.dir = 'ltr'
  const buttons = element('div', 'flex flex-wrap gap-2', '')
  const reload = element('button', `${buttonClass} border-transparent bg-accent text-accent-on`, words.reload)
  reload.type = 'button'
  reload.addEventListener('click', () => location.reload())
  const copy = element('button', buttonClass, words.copy)
  copy.type = 'button'
  copy.addEventListener(
    'click',
    () =>
      void navigator.clipboard.writeText(details).then(
        () => {
          copy.textContent = words.copied
        },
        () => undefined,
      ),
  )
  buttons.append(reload, copy)
  content.append(element('h1', 'text-xl font-semibold', words.title), element('p', '', words.text), pre, buttons)
  content.setAttribute('role', 'alert')
  main.append(content)
  root.replaceChildren(main)
}
