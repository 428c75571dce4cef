interface Words { title: string; text: string; reload: string; copy: string; copied: string }

/**
 * Last resort when the console cannot even start: texts may be what failed to load, so that the few words are here, in every
 * language, and nothing but the document is used.
 */
export const startFailureWords: Record<string, Words> = {
  en: { title: 'The console could not start', text: 'Check your connection, then reload. If it happens again, send these details to your administrator:', reload: 'Reload', copy: 'Copy details', copied: 'Copied' },
  de: { title: 'Die Konsole konnte nicht starten', text: 'Prüfen Sie Ihre Verbindung und laden Sie die Seite neu. Wenn es wieder passiert, senden Sie diese Angaben an Ihre Administration:', reload: 'Neu laden', copy: 'Details kopieren', copied: 'Kopiert' },
  es: { title: 'No se pudo iniciar la consola', text: 'Compruebe la conexión y vuelva a cargar la página. Si ocurre de nuevo, envíe estos datos a su administrador:', reload: 'Volver a cargar', copy: 'Copiar detalles', copied: 'Copiado' },
  fr: { title: 'La console n’a pas pu démarrer', text: 'Vérifiez votre connexion, puis rechargez la page. Si cela se reproduit, envoyez ces informations à votre administrateur\u00a0:', reload: 'Recharger', copy: 'Copier les détails', copied: 'Copié' },
  it: { title: 'Impossibile avviare la console', text: 'Controllare la connessione e ricaricare la pagina. Se succede di nuovo, inviare questi dettagli all’amministratore:', reload: 'Ricarica', copy: 'Copia dettagli', copied: 'Copiato' },
  nl: { title: 'De console kon niet starten', text: 'Controleer de verbinding en laad de pagina opnieuw. Gebeurt het weer, stuur deze gegevens dan naar de beheerder:', reload: 'Opnieuw laden', copy: 'Details kopiëren', copied: 'Gekopieerd' },
  pt: { title: 'Não foi possível iniciar o console', text: 'Verifique sua conexão e recarregue a página. Se acontecer de novo, envie estes detalhes ao administrador:', reload: 'Recarregar', copy: 'Copiar detalhes', copied: 'Copiado' },
  da: { title: 'Konsollen kunne ikke starte', text: 'Kontrollér forbindelsen, og indlæs siden igen. Hvis det sker igen, så send disse oplysninger til administratoren:', reload: 'Indlæs igen', copy: 'Kopiér oplysninger', copied: 'Kopieret' },
  ar: { title: 'تعذّر بدء وحدة التحكم', text: 'تحقق من الاتصال ثم أعد تحميل الصفحة. إذا تكرر ذلك فأرسل هذه التفاصيل إلى المسؤول:', reload: 'إعادة التحميل', copy: 'نسخ التفاصيل', copied: 'تم النسخ' },
}

function buildOf(): string {
  try {
    return (JSON.parse(document.getElementById('site-configuration')?.textContent ?? '{}') as { build?: string }).build ?? ''
  } catch {
    return ''
  }
}

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, className: string, text: string): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  made.className = className
  made.textContent = text
  return made
}

const buttonClass = 'h-control w-fit rounded-control border border-line-strong px-3 focus-ring'

/** Replaces the page. The details name no value: build, time, an id for the administrator and the name of the error. */
export function showStartFailure(error?: unknown): void {
  const words = startFailureWords[document.documentElement.lang.slice(0, 2)] ?? startFailureWords['en']
  const root = document.getElementById('root') ?? document.body
  if (!words) return
  const name = error instanceof Error ? error.name : ''
  const details = [`build: ${buildOf()}`, `time: ${new Date().toISOString()}`, `correlation id: ${crypto.randomUUID()}`, ...(name ? [`error: ${name}`] : [])].join('\n')
  const main = element('main', 'mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-3 p-12', '')
  const pre = element('pre', 'overflow-x-auto rounded-chip border border-line-subtle bg-surface-sunken px-3 py-2 font-mono text-xs', details)
  pre.dir = 'ltr'
  const buttons = element('div', 'flex flex-wrap gap-2', '')
  const reload = element('button', `${buttonClass} border-transparent bg-accent text-accent-on`, words.reload)
  reload.type = 'button'
  reload.addEventListener('click', () => location.reload())
  const copy = element('button', buttonClass, words.copy)
  copy.type = 'button'
  copy.addEventListener('click', () => void navigator.clipboard.writeText(details).then(() => { copy.textContent = words.copied }, () => undefined))
  buttons.append(reload, copy)
  main.append(element('h1', 'text-xl font-semibold', words.title), element('p', '', words.text), pre, buttons)
  main.setAttribute('role', 'alert')
  root.replaceChildren(main)
}
