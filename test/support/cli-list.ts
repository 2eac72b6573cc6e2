/** Lists of links as other tools export them; the row on line 3 of each leads to no address of the web. */

/** The number of pages that the links of a list lead to. */
const LANDING_PAGES = 3_800;

const target = (index: number) =>
  index === 1 ? "mailto:a@shop.example" : `https://shop.example/page/${index % LANDING_PAGES}`;
const created = (index: number) => new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString();

function toList(header: string, rows: number, toRow: (index: number) => string): string {
  return [header, ...Array.from({ length: rows }, (_, index) => toRow(index)), ""].join("\n");
}

export function toBitlyCsv(rows: number): string {
  const header = "Link,Custom Link,Date created,Title,Destination URL,Engagements,Status";
  const toRow = (index: number) =>
    `https://bit.ly/b${index},,${created(index)},"Title, of ${index}",${target(index)},"1,${100 + (index % 900)}",Active`;
  return toList(header, rows, toRow);
}

export function toRebrandlyCsv(rows: number): string {
  const header = "id,title,slashtag,destination,domain,shortUrl,tags,clicks,createdAt";
  const toRow = (index: number) => {
    const [host, slug] = ["go.example.com", `r${index}`];
    return `${index},,${slug},${target(index)},${host},${host}/${slug},"news, mail",${index},${created(index)}`;
  };
  return toList(header, rows, toRow);
}

export function toWordPressCsv(rows: number): string {
  const header = "source,target,regex,code,type,hits,title,status";
  const toRow = (index: number) => {
    const state = index % 10 === 0 ? "disabled" : "active";
    // A hostname takes 200 sources with captures.
    if (index % 7 === 2 && index < 1_200) {
      return `"^/w/${index}/([^/]+)$","${target(index)}/$1",1,301,"url",${index},"A family","${state}"`;
    }
    return `"/w/${index}","${target(index)}",0,${index % 2 === 0 ? 301 : 302},"url",${index},"","${state}"`;
  };
  return toList(header, rows, toRow);
}
