/**
 * The words of column names, by the concept that they mean: English with its abbreviations, German, French, Spanish.
 * Words are lower case without accents.
 */
const wordsOf = {
  // Who and what
  user: `user users usr customer customers cust cstmr custmr client clients clnt buyer purchaser shopper consumer member patron
    visitor profile account accounts acct acc kunde kunden nutzer benutzer mitglied konto besteller kaufer debitor
    utilisateur acheteur compte usuario cliente comprador cuenta person persona klant klanten gebruiker lid utente acquirente membro usuaria assinante`,
  entity: 'entity subject party',
  object: 'object obj objekt target objet objeto',
  event: 'event events evt ereignis evenement evento gebeurtenis action activity operation operacion record log',
  purchase: `purchase purchases purch order orders ord ordr transaction transactions trans transact tran txn txns tx txs
    trx trxn sale sales checkout booking buy bought sell sold bestellung bestellungs bestell bestellt gekauft auftrag auftrags kauf transaktion
    transaktions commande achat vente pedido compra venta transaccion vorgang request bestelling ordine ordini acquisto pedidos encargo bestel fulfillment fulfilment`,
  merchant:
    'merchant merchants merch mer mrch seller vendor retailer handler haendler verkaufer marchand vendeur comerciante comercio vendedor verkoper esercente lojista',
  store: 'store stores shop filiale laden magasin boutique tienda sucursal branch outlet winkel negozio loja punto',
  device:
    'device devices dev machine gerat gerate geraet geraete appareil dispositivo hardware apparaat toestel dispositivi aparelho',
  fingerprint: 'fingerprint fingerprints fp dfp',
  context: 'context ctx',
  external: 'external ext',
  session: 'session sess sitzung sesion',
  product:
    'product products prod item items article artikel produkt produit producto articulo goods waren basket cart warenkorb panier carrito produits productos articulos prodotto produto lineitem lineitems artikelen asin itens',
  sku: 'sku ean gtin upc',
  category:
    'category categories cat catg ctgry categ kategorie categorie categoria segment department group gruppe warengruppe',
  payment:
    'zahl payment payments pay paid pmt pymt pmnt zahlung zahlungs bezahlt bezahl paiement pago pagado tender betaling betaal betaald pagamento paye',
  instrument: 'instrument instruments pi zahlungsmittel',
  card: 'card cards cc karte karten carte tarjeta crd creditcard kreditkarte kreditkarten kaart carta cartao',
  bank: 'bank issuer issuing banque banco banca',
  chargeback:
    'chargeback chargebacks cb cbk chbk dispute disputes ruckbuchung ruckbelastung contestation contracargo litige litiges disputa disputas contestazione geschil',
  refund:
    'refund refunds rfnd rfd erstattung ruckerstattung gutschrift remboursement reembolso devolucion erstattet erstattungs rembourse rembourses reembolsado reembolsada terugbetaling rimborso',
  label: 'label labels lbl verdict kennzeichnung',
  terminal: 'terminal terminals term pos till kasse kassen caisse caja',
  staff: 'staff employee cashier clerk operator mitarbeiter kassierer employe caissier empleado cajero',
  shift: 'shift schicht',
  // Kinds of values
  id: 'id ids identifier ident key ref reference refs guid uuid identifiant identificador clave cle kennung schlussel token handle hash referenz referencia kenmerk identificativo',
  number: 'number no nr num nbr numb nummer numero nummers numer',
  code: 'code cd iso alpha codigo kurzel kurzzeichen abbr abbreviation',
  name: 'name names nm bezeichnung nome naam',
  type: 'type typ types kind art tipo method methode metodo mode modus mean means moyen way forma soort tipologia variant',
  amount: `amount amounts amt amnt value val price prc total totals ttl tot sum charge charged betrag summe preis wert
    gesamt montant prix somme importe monto precio valor suma grand spend spent totaal bedrag totale importo valeur wertbetrag`,
  gross: 'gross brutto bruto',
  net: 'net netto neto',
  unit: 'unit einzel unitaire unitario unt',
  cost: 'cost costs kosten cout coste costo cogs cst',
  currency:
    'currency currencies ccy curr cur crncy curcy wahrung wahrungs waehrung waehrungs devise monnaie moneda divisa valuta munt moeda',
  quantity:
    'quantity quantities qty qnty quant count cnt menge anzahl stuck stuckzahl stueck quantite cantidad pieces pcs units aantal quantita quantidade nombres cantidades',
  date: `date dates dt dte time times tm ts timestamp timestamps datetime tstamp stamp datum zeit zeitpunkt zeitstempel uhrzeit
    fecha hora heure horodatage at on am when utc jour dia occurred happened tijd tijdstip data datetimes ora`,
  tax: 'tax taxes vat gst mwst ust steuer tva taxe iva impuesto impuestos mehrwertsteuer umsatzsteuer btw belasting imposto',
  discount:
    'discount discounts disc dscnt rebate rabatt nachlass remise reduction descuento rebaja coupon coupons voucher vouchers promo promotion gutschein korting sconto desconto',
  tip: 'tip tips gratuity trinkgeld pourboire propina fooi mancia gorjeta',
  status: 'status stat stts statut outcome result ergebnis resultat resultado stand toestand etat stato situacao sts',
  reason: 'reason reasons rsn cause grund motif raison motivo razon why begrundung motivos reden motivazione',
  language: 'language lang languages locale sprache langue idioma lengua taal lingua lenguaje',
  timezone: 'timezone tz zeitzone tijdzone fuseau zonahoraria',
  ip: 'ip ips inet',
  remote: 'remote peer',
  contact: 'contact kontakt contacto',
  text: 'text txt description desc beschreibung message msg summary note notes descripcion descrizione descricao',
  // Where
  address: 'address addresses addr addrs adr adress adresse anschrift direccion domicilio adres indirizzo endereco',
  email: 'email emails mail mails eml courriel correo emailaddr epost',
  phone:
    'phone phones tel telephone telefon telefono phn ph mobile mob cell cellphone handy msisdn rufnummer fon movil landline telefoon telefone cellulare celular mobiel portable',
  street: 'street streets strasse strase str rue calle road straat via rua strt',
  line: 'line ln zeile ligne linea',
  city: 'city cities town ort stadt wohnort ville ciudad poblacion municipality locality localidad commune stad plaats citta cidade',
  state:
    'state states province provinces prov region regions bundesland kanton provincia county estado regione regio gewest uf',
  zip: 'zip zips postal plz postnummer postleitzahl cap cep postnr',
  country: 'country countries ctry cntry ctr nation nations land lander pays pais paese landen',
  district: 'district bezirk suburb neighborhood barrio quartier wijk bairro',
  // Names
  first: 'first fst given fore vor primer prenome',
  last: 'last lst family letzte letzten letzter dernier derniers derniere dernieres ultimo ultimos ultima ultimas laatste ultime',
  holder: 'holder owner inhaber titulaire titular houder titolare',
  // Parts of a story
  signup: `signup signedup registration registrations registered regist reg register joined join enrolled enrolment enrollment
    onboarded onboarding anmeldung anmelde registrierung registrierungs registriert inscription inscrit registro alta opened opening
    since inscripcion registrazione registratie cadastro aanmelding`,
  created:
    'created creation create crt inserted added made placed submitted erstellt erstellung erstellungs angelegt anlage creado creacion cree aangemaakt creato criado filing filed',
  updated:
    'updated update upd modified modification changed change mod amended geandert anderung anderungs aktualisiert modifie actualizado gewijzigd bijgewerkt modificato atualizado modificacion',
  shipping:
    'shipping ship shipped shp delivery deliver delivered dispatch dest destination liefer lieferung versand livraison expedition envio entrega verzend verzending bezorg bezorging levering lever consegna spedizione entregas enviado',
  recipient: 'recipient receiver consignee empfanger destinataire destinatario ontvanger',
  billing:
    'billing bill invoice rechnung rechnungs facturation facture facturacion factura payer factuur fatturazione fatura factureren',
  expiry:
    'expiry expires expiration expire exp validity ablauf gultig caducidad validite vencimiento vervaldatum verval scadenza caduca',
  digits: 'digits digit ziffern chiffres digitos cijfers cifre cifras',
  four: 'four vier quatre cuatro quattro',
  bin: 'bin iin',
  channel: 'channel channels chan kanal canal kanaal canale',
  source: 'source quelle fuente origin src origine herkomst',
  browser: 'browser navigateur navegador',
  authorization: 'authorization authorisation auth authorized autorisation autorizacion',
  response: 'response resp reply antwort reponse respuesta antwoord risposta resposta rsp',
  processor: 'processor psp gateway acquirer provider procesador processeur verwerker',
  sender: 'sender orig originator debtor absender remitente',
  previous: 'previous prev original parent',
  is: 'is has flag ind indicator',
  free: 'free gratis kostenlos gratuit gratuita gratuite gratuito',
  recurring: 'recurring recur recurrence subscription subscr abo abonnement suscripcion abonnements',
  validated:
    'validated verified confirmed verification validation verifiziert verifie verificado verificada geverifieerd verificato valide bestatigt',
  birth: 'birth birthday birthdate geburt geburts naissance nacimiento geboorte nascita',
  latitude: 'latitude lat',
  longitude: 'longitude long lng lon',
  effective: 'effective valid wirksam',
  start: 'start starts started from begin begins beginning desde debut inicio inizio ab',
  until: 'until till end ends ended ende bis hasta fin fine eind',
  tracking: 'tracking track trk trace correlation',
  password: 'password pwd passwd passwort kennwort wachtwoord contrasena mdp',
  membership: 'membership loyalty mitgliedschaft',
  guest: 'guest gast invite invitado ospite convidado',
  test: 'test testing sandbox',
  cvv: 'cvv cvc cvn csc',
  verify: 'verify check checks chk',
  market: 'market mkt markt marche mercado mercato',
  margin: 'margin marge margen margine',
  percent: 'percent percentage pct prozent',
  loss: 'loss lost losses verlust perte perdida',
  distinct: 'distinct unique',
  agreement: 'agreement mandate vertrag',
  brand: 'brand marca marke marque merk scheme network',
  supplement: 'supplement apt apartment suite extended zusatz complement complemento toevoeging',
  cancel: 'cancel canceled cancelled cancellation storno',
  fraud: 'fraud isfraud betrug fraude',
} as const

/** Words that say several things at once, also when they are written as two. */
const compounds: Readonly<Record<string, string>> = {
  uid: 'user id',
  cid: 'user id',
  pid: 'product id',
  vname: 'first name',
  nname: 'last name',
  fname: 'first name',
  fnm: 'first name',
  lnm: 'last name',
  forename: 'first name',
  givenname: 'first name',
  vorname: 'first name',
  prenom: 'first name',
  nombre: 'first name',
  lname: 'last name',
  surname: 'last name',
  sname: 'last name',
  familyname: 'last name',
  nachname: 'last name',
  familienname: 'last name',
  zuname: 'last name',
  fn: 'first name',
  voornaam: 'first name',
  achternaam: 'last name',
  cognome: 'last name',
  sobrenome: 'last name',
  nom: 'last name',
  apellido: 'last name',
  apellidos: 'last name',
  cardholder: 'card holder',
  karteninhaber: 'card holder',
  nameoncard: 'card holder',
  mcc: 'merchant category code',
  useragent: 'browser agent',
  browserstring: 'browser agent',
  httpuseragent: 'browser agent',
  ua: 'browser agent',
  ipaddr: 'ip address',
  ipv4: 'ip',
  ipv6: 'ip',
  zipcode: 'zip',
  postcode: 'zip',
  pcode: 'zip',
  postalcode: 'zip',
  cp: 'zip',
  fuseauhoraire: 'timezone',
  checkout: 'purchase',
  shipto: 'shipping',
  billto: 'billing',
  expdate: 'expiry date',
  ablaufdatum: 'expiry date',
  validuntil: 'expiry date',
  validto: 'expiry date',
  gultigbis: 'expiry date',
  einkaufspreis: 'cost',
  verkaufspreis: 'list amount',
  pm: 'payment',
  paypal: 'paypal',
  usragnt: 'browser agent',
  usragent: 'browser agent',
  dataordine: 'purchase date',
  dataacquisto: 'purchase date',
  datapedido: 'purchase date',
  datacompra: 'purchase date',
  nombrearticles: 'product quantity',
  prixvente: 'list amount',
  precioventa: 'list amount',
  stockkeepingunit: 'sku',
  validthru: 'expiry date',
  goodthru: 'expiry date',
  subtotal: 'sub amount',
  geburtsdatum: 'birth date',
  dob: 'birth date',
  pan: 'card number',
  mid: 'merchant id',
  tid: 'terminal id',
  txid: 'purchase id',
  oid: 'purchase id',
  chb: 'chargeback',
  lastfour: 'last four',
  lastmod: 'updated date',
  lastupdated: 'updated date',
  lastmodified: 'updated date',
  lastupdate: 'updated date',
  turnover: 'amount',
  umsatz: 'amount',
  revenue: 'amount',
}

const concepts = new Map<string, readonly string[]>()
for (const [concept, words] of Object.entries(wordsOf))
  for (const word of words.split(/\s+/)) concepts.set(word, [concept])
for (const [word, meant] of Object.entries(compounds)) concepts.set(word, meant.split(' '))

/** The consonants of a word, each once in a row: `customer` and `cstmr` have the same. */
const skeletonOf = (word: string): string =>
  (word[0] ?? '') +
  word
    .slice(1)
    .replace(/[aeiou]/g, '')
    .replace(/(.)\1+/g, '$1')
/** Concepts of words by what they may be shortened to; null where it could be several. */
const shortened = new Map<string, readonly string[] | null>()
function addShort(short: string, meant: readonly string[]): void {
  const stored = shortened.get(short)
  if (stored === undefined) shortened.set(short, meant)
  else if (stored?.join(' ') !== meant.join(' ')) shortened.set(short, null)
}
for (const [word, meant] of concepts) {
  const skeleton = skeletonOf(word)
  if (skeleton.length >= 3 && skeleton !== word) addShort(skeleton, meant)
  for (let length = 4; length < word.length; length++) addShort(word.slice(0, length), meant)
}

/** Returns the concepts of a word that is in the vocabulary, also in the plural and as a participle. */
export function conceptsOf(word: string): readonly string[] | undefined {
  const found = concepts.get(word)
  if (found !== undefined || word.length < 4) return found
  for (const [ending, ...stems] of endings)
    if (word.endsWith(ending))
      for (const stem of stems) {
        const meant = concepts.get(word.slice(0, -ending.length) + stem)
        if (meant !== undefined) return meant
      }
  return undefined
}
const endings: readonly (readonly [string, ...string[]])[] = [
  ['s', ''],
  ['ed', '', 'e'],
  ['ing', '', 'e'],
]

/** Returns the concepts of a word that is an abbreviation: the beginning or the consonants of words of one concept. */
export const abbreviated = (word: string): readonly string[] | undefined =>
  shortened.get(word) ?? (/[aeiou]/.test(word.slice(1)) ? undefined : (shortened.get(skeletonOf(word)) ?? undefined))
