/**
 * Returns the script that pages of merchants load: it defines `window.dfp` and nothing else, and does nothing before
 * `doFpt` is called. Its frame has the origin of the script itself, so that a merchant's own host name stays
 * first-party.
 */
export function loaderScript(session: {
  sessionId: string
  instanceId: string
  pageId: string
  origin: string
  framePath: '/' | '/fpt'
  clientSide: { assessment: string; requestId: string } | null
}): string {
  const text = (value: string): string => JSON.stringify(value).replaceAll('<', '\\u003c')
  const query = new URLSearchParams({
    session_id: session.sessionId,
    CustomerId: session.instanceId,
    ...(session.pageId === '' ? {} : { PageId: session.pageId }),
    ...session.clientSide,
  })
  return `(function () {
  var script = document.currentScript
  var origin = ${text(session.origin)}
  try { if (script && script.src) origin = new URL(script.src).origin } catch (error) { origin = ${text(session.origin)} }
  var dfp = window.dfp = window.dfp || {}
  dfp.url = origin + ${text(`${session.framePath}?${query}`)}
  dfp.sessionId = ${text(session.sessionId)}
  dfp.customerId = ${text(session.instanceId)}
  dfp.dc = ""
  dfp.doFpt = function (doc, callback) {
    if (typeof callback === "function") {
      window.addEventListener("message", function heard(event) {
        if (event.origin !== origin || !event.data || event.data.dfp !== dfp.sessionId) return
        window.removeEventListener("message", heard)
        callback(event.data.error ? "ServerError" : typeof event.data.response === "string" ? event.data.response : null)
      })
    }
    var frame = doc.createElement("iframe")
    frame.id = "fpt_frame"
    frame.width = frame.height = "1"
    frame.title = ""
    frame.setAttribute("aria-hidden", "true")
    frame.tabIndex = -1
    frame.style.cssText = "position:absolute;border:0;width:1px;height:1px;opacity:0;pointer-events:none"
    frame.src = dfp.url
    doc.body.appendChild(frame)
  }
})()
`
}

export const framePage =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Device</title><script src="/fpt.js"></script></html>\n'

/**
 * The script of the frame: reads the attributes that a browser exposes to any page, sends them once, and notifies the
 * embedding page.
 */
export const collectorScript = `(function () {
  var query = new URLSearchParams(location.search)
  var sessionId = query.get("session_id") || ""
  var attributes = {}
  function put(name, read) {
    try {
      var value = read()
      if (value !== undefined && value !== null && value !== "") attributes[name] = String(value)
    } catch (error) { delete attributes[name] }
  }
  function hash(text) {
    var value = 0x811c9dc5
    for (var index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
    return (value >>> 0).toString(16)
  }
  var nav = navigator
  put("javaScriptEnabled", function () { return true })
  put("cookieEnabled", function () { return nav.cookieEnabled })
  put("platform", function () { return nav.platform })
  put("scriptUserAgent", function () { return nav.userAgent })
  put("scriptUserAgentLanguages", function () { return (nav.languages || [nav.language]).join(",") })
  put("browserAutomation", function () { return nav.webdriver === true })
  put("headlessAppVersion", function () { return /headless/i.test(nav.appVersion) })
  put("isChromium", function () { return "chrome" in window })
  put("logicalProcessCount", function () { return nav.hardwareConcurrency })
  put("onlineStatus", function () { return nav.onLine })
  put("osCpu", function () { return nav.oscpu })
  put("productSub", function () { return nav.productSub })
  put("evalFunctionLength", function () { return Function.prototype.toString.call(window.eval).length })
  put("screenResolution", function () { return screen.width + "x" + screen.height })
  put("screenColorDepth", function () { return screen.colorDepth })
  put("timeZone", function () { return Intl.DateTimeFormat().resolvedOptions().timeZone })
  put("realtimeTimezoneOffset", function () { return -new Date().getTimezoneOffset() })
  put("timeZoneOffset", function () { return -new Date(new Date().getFullYear(), 0, 1).getTimezoneOffset() })
  put("daylightSavingOffset", function () {
    var year = new Date().getFullYear()
    return Math.abs(new Date(year, 0, 1).getTimezoneOffset() - new Date(year, 6, 1).getTimezoneOffset())
  })
  put("pluginsCount", function () { return nav.plugins.length })
  put("mimeTypesCount", function () { return nav.mimeTypes.length })
  put("roundTripTime", function () { return nav.connection && nav.connection.rtt })
  put("urlReferrer", function () { return document.referrer.split("?")[0] })
  put("imageDataUrlHash", function () {
    var canvas = document.createElement("canvas")
    canvas.width = 220
    canvas.height = 40
    var pen = canvas.getContext("2d")
    pen.font = "16px Arial"
    pen.fillStyle = "#f60"
    pen.fillRect(100, 2, 60, 24)
    pen.fillStyle = "#069"
    pen.fillText("Assay \\u2713 \\ud83d\\ude03", 4, 22)
    return hash(canvas.toDataURL())
  })
  put("unmaskedRenderer", function () {
    var gl = document.createElement("canvas").getContext("webgl")
    var info = gl.getExtension("WEBGL_debug_renderer_info")
    put("vendor", function () { return gl.getParameter(gl.VENDOR) })
    put("renderer", function () { return gl.getParameter(gl.RENDERER) })
    put("unmaskedVendor", function () { return gl.getParameter(info.UNMASKED_VENDOR_WEBGL) })
    return gl.getParameter(info.UNMASKED_RENDERER_WEBGL)
  })
  put("fontsCount", function () {
    var names = ["Arial", "Calibri", "Cambria", "Comic Sans MS", "Consolas", "Courier New", "DejaVu Sans", "Georgia", "Helvetica Neue", "Liberation Sans", "Menlo", "Noto Sans", "Roboto", "Segoe UI", "Tahoma", "Ubuntu", "Verdana"]
    return names.filter(function (name) { return document.fonts.check("12px '" + name + "'") }).length
  })
  function tell(error, response) { parent.postMessage({ dfp: sessionId, error: error, response: response }, "*") }
  var body = { sessionId: sessionId, instanceId: query.get("CustomerId"), pageId: query.get("PageId") || "", attributes: attributes }
  if (query.get("assessment")) {
    body.assessment = query.get("assessment")
    body.requestId = query.get("requestId")
  }
  fetch("/collect", {
    method: "POST", headers: { "content-type": "application/json" }, keepalive: true,
    body: JSON.stringify(body)
  }).then(function (answer) {
    if (answer.status !== 200) return tell(!answer.ok)
    return answer.json().then(function (found) { tell(false, found.response) })
  }).catch(function () { tell(true) })
})()
`
