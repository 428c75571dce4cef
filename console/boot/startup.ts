/** What a start consists of; each step is given, so that their order is told here and nowhere else. */
export interface StartupSteps<Boot> {
  /** The build version, for everything that tells it. */
  setBuild: () => void
  /**
   * Theme, language and direction are set by the page's first script; error handler, nonce and backend target follow.
   */
  initialiseEarly: () => void
  /** Tenant name and tenant id of this visit. */
  startTenantService: () => void
  /** Fetches the Boot section. */
  loadBoot: () => Promise<Boot>
  /** Its routine: sign-in, user, roles, environments, tenant configuration, then the asked-for page. */
  runBoot: (boot: Boot) => void | Promise<void>
  /** The error-reporting handler: telemetry, Critical, under the id that the page shows. */
  report: (error: unknown, correlationId: string) => void
  /** What a person sees when nothing else can be shown. */
  showFailure: (error: unknown, correlationId: string) => void
}

/** Starts the console. Whatever goes wrong on the way is reported and shown; it never ends in an empty page. */
export async function runStartup<Boot>(steps: StartupSteps<Boot>): Promise<void> {
  try {
    steps.setBuild()
    steps.initialiseEarly()
    steps.startTenantService()
    await steps.runBoot(await steps.loadBoot())
  } catch (error) {
    const correlationId = crypto.randomUUID()
    steps.report(error, correlationId)
    steps.showFailure(error, correlationId)
  }
}
