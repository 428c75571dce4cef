import disposableDomains from 'disposable-email-domains-js/dist/dict/disposable_email_blocklist.json' with {
  type: 'json',
}
import { memoise } from '../lib/memoise.ts'

export interface DomainFacts {
  disposable: boolean
  free: boolean
}

let disposable: ReadonlySet<string> | undefined
/** A disposable domain that is missing from the shipped list. */
const additionalDisposableDomains = ['tempmail.com']

/** Large providers with mailboxes for the public: an address there reveals nothing about its owner's employer. */
const freeMailDomains = new Set(
  (
    'gmail.com googlemail.com outlook.com hotmail.com live.com msn.com passport.com outlook.de outlook.fr outlook.es outlook.it hotmail.co.uk hotmail.de hotmail.fr hotmail.es hotmail.it live.co.uk live.de live.fr live.nl live.dk ' +
    'yahoo.com ymail.com rocketmail.com yahoo.co.uk yahoo.de yahoo.fr yahoo.es yahoo.it yahoo.ca yahoo.co.in yahoo.co.jp yahoo.com.br yahoo.com.mx yahoo.com.ar yahoo.com.au aol.com aim.com ' +
    'icloud.com me.com mac.com proton.me protonmail.com pm.me tutanota.com tuta.com zoho.com mail.com gmx.com gmx.de gmx.net gmx.at gmx.ch web.de freenet.de t-online.de arcor.de ' +
    'mail.ru inbox.ru list.ru bk.ru yandex.ru yandex.com ya.ru rambler.ru ukr.net i.ua qq.com foxmail.com 163.com 126.com yeah.net sina.com sohu.com aliyun.com naver.com hanmail.net daum.net ' +
    'orange.fr wanadoo.fr free.fr laposte.net sfr.fr bbox.fr libero.it virgilio.it tiscali.it alice.it tin.it wp.pl o2.pl onet.pl interia.pl seznam.cz email.cz centrum.cz abv.bg ' +
    'uol.com.br bol.com.br terra.com.br ig.com.br rediffmail.com fastmail.com hushmail.com hey.com ziggo.nl planet.nl kpnmail.nl comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net btinternet.com sky.com virginmedia.com'
  ).split(' '),
)

/** Checks whether a domain, or a parent of it, is on the shipped list of disposable mailboxes. */
const facts = memoise((domain: string): DomainFacts => {
  disposable ??= new Set([...disposableDomains, ...additionalDisposableDomains])
  const labels = domain.split('.')
  let isDisposable = false
  for (let from = 0; !isDisposable && from < labels.length - 1; from++)
    isDisposable = disposable.has(labels.slice(from).join('.'))
  return Object.freeze({ disposable: isDisposable, free: !isDisposable && freeMailDomains.has(domain) })
}, 8192)

/** `domain` in lower case. */
export const domainFacts = (domain: string): DomainFacts => facts(domain)
