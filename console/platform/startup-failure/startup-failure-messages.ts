export interface StartupFailureMessages {
  title: string
  text: string
  reload: string
  copy: string
  copied: string
}

/** Words of the page that is shown when the console cannot even start; the build writes them into the page itself. */
export const startupFailureMessages: Record<string, StartupFailureMessages> = {
  en: {
    title: 'The console could not start',
    text: 'Check your connection, then reload. If it happens again, send these details to your administrator:',
    reload: 'Reload',
    copy: 'Copy details',
    copied: 'Copied',
  },
  de: {
    title: 'Die Konsole konnte nicht starten',
    text: 'Prüfen Sie Ihre Verbindung und laden Sie die Seite neu. Wenn es wieder passiert, senden Sie diese Angaben an Ihre Administration:',
    reload: 'Neu laden',
    copy: 'Details kopieren',
    copied: 'Kopiert',
  },
  es: {
    title: 'No se pudo iniciar la consola',
    text: 'Compruebe la conexión y vuelva a cargar la página. Si ocurre de nuevo, envíe estos datos a su administrador:',
    reload: 'Volver a cargar',
    copy: 'Copiar detalles',
    copied: 'Copiado',
  },
  fr: {
    title: 'La console n’a pas pu démarrer',
    text: 'Vérifiez votre connexion, puis rechargez la page. Si cela se reproduit, envoyez ces informations à votre administrateur\u00a0:',
    reload: 'Recharger',
    copy: 'Copier les détails',
    copied: 'Copié',
  },
  it: {
    title: 'Impossibile avviare la console',
    text: 'Controllare la connessione e ricaricare la pagina. Se succede di nuovo, inviare questi dettagli all’amministratore:',
    reload: 'Ricarica',
    copy: 'Copia dettagli',
    copied: 'Copiato',
  },
  nl: {
    title: 'De console kon niet starten',
    text: 'Controleer de verbinding en laad de pagina opnieuw. Gebeurt het weer, stuur deze gegevens dan naar de beheerder:',
    reload: 'Opnieuw laden',
    copy: 'Details kopiëren',
    copied: 'Gekopieerd',
  },
  pt: {
    title: 'Não foi possível iniciar o console',
    text: 'Verifique sua conexão e recarregue a página. Se acontecer de novo, envie estes detalhes ao administrador:',
    reload: 'Recarregar',
    copy: 'Copiar detalhes',
    copied: 'Copiado',
  },
  da: {
    title: 'Konsollen kunne ikke starte',
    text: 'Kontrollér forbindelsen, og indlæs siden igen. Hvis det sker igen, så send disse oplysninger til administratoren:',
    reload: 'Indlæs igen',
    copy: 'Kopiér oplysninger',
    copied: 'Kopieret',
  },
  ar: {
    title: 'تعذّر بدء وحدة التحكم',
    text: 'تحقق من الاتصال ثم أعد تحميل الصفحة. إذا تكرر ذلك فأرسل هذه التفاصيل إلى المسؤول:',
    reload: 'إعادة التحميل',
    copy: 'نسخ التفاصيل',
    copied: 'تم النسخ',
  },
}
