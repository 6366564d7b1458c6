import { chromium } from 'playwright-core';
import { existsSync } from 'node:fs';
const path=['/usr/bin/chromium',process.env.CHROME_PATH].find(p=>p&&existsSync(p)) ?? (await (await import('@sparticuz/chromium')).default.executablePath());
const b=await chromium.launch({executablePath:path,args:['--no-sandbox','--disable-gpu','--disable-dev-shm-usage']});
const base='http://localhost:4517';
for (const spec of process.argv.slice(2)) {
  const [name,url,width,action]=spec.split('|');
  const w=Number(width); const p=await b.newPage({viewport:{width:w,height:w<600?844:1000}});
  p.on('console',m=>{ if(['error','warning'].includes(m.type())) console.log(name,m.text().slice(0,300)); }); p.on('pageerror',e=>console.log(name,'ERR',e.message));
  await p.goto(base+url); await p.waitForTimeout(1500);
  if(action) await eval(`(async()=>{${action}})()`);
  await p.waitForTimeout(500);
  await p.screenshot({path:`/tmp/results/${name}.png`,fullPage:name.endsWith('F')}); 
  const over=await p.evaluate(()=>document.documentElement.scrollWidth-innerWidth); if(over>0) console.log(name,'overflows',over);
  await p.close();
}
await b.close();
