/** The steps of a start. They are parameters, so that only this module defines their order. */
export interface StartupSteps<Boot> {
  /** Sets the build version on the document. */
  setBuild: () => void
  /**
   * Theme, language and direction are set by the page's first script; error handler, nonce and backend target follow.
   */
  initialiseEarly: () => void
  /** Tenant name and tenant id of this visit. */
  startTenantService: () => void
  /** Fetches the Boot section. */
  loadBoot: () => Promise<Boot>
  /** Runs the Boot section: sign-in, user, roles, environments, tenant configuration, then the requested page. */
  runBoot: (boot: Boot) => void | Promise<void>
  /** The error-reporting handler: telemetry, Critical, under the id that the page shows. */
  report: (error: unknown, correlationId: string) => void
  /** Shows the page of a failed start. */
  showFailure: (error: unknown, correlationId: string) => void
}

/** Starts the console. Every error on the way is reported and shown; no start ends in an empty page. */
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
