#!/bin/bash
# Starts a real S3 on this machine for the tests: Ceph with one process of each kind, and its gateway.
#   apt-get install --no-install-recommends ceph-mon ceph-osd radosgw
#   eval "$(bash scripts/radosgw.sh /tmp/radosgw 7480)"      # prints the variables for the tests
# All data is in the folder. To stop the processes: kill $(cat /tmp/radosgw/run/*.pid)
set -euo pipefail
dir=$1 port=$2
mkdir -p "$dir"/{mon,osd,log,run}
uuid() { cat /proc/sys/kernel/random/uuid; }
fsid=$(uuid)
cat > "$dir/ceph.conf" <<CONF
[global]
fsid = $fsid
mon host = [v1:127.0.0.1:6789]
mon initial members = a
auth cluster required = none
auth service required = none
auth client required = none
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 8
osd crush chooseleaf type = 0
mon allow pool size one = true
mon max pg per osd = 1000
run dir = $dir/run
admin socket = $dir/run/\$name.\$pid.asok
log file = $dir/log/\$name.log
pid file = $dir/run/\$name.pid
ms bind ipv6 = false
[mon.a]
host = localhost
mon addr = 127.0.0.1:6789
mon data = $dir/mon
[osd.0]
osd data = $dir/osd
osd objectstore = memstore
memstore device bytes = 4294967296
public addr = 127.0.0.1
cluster addr = 127.0.0.1
[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:$port
rgw s3 auth use sts = true
rgw sts key = abcdefghijklmnop
keyring = /dev/null
CONF
conf=(-c "$dir/ceph.conf")
admin=(timeout 60 radosgw-admin "${conf[@]}" -n client.rgw --pid-file=)
{
  monmaptool --create --fsid "$fsid" --addv a '[v1:127.0.0.1:6789]' "$dir/monmap"
  ceph-mon "${conf[@]}" -i a --mkfs --monmap "$dir/monmap"
  ceph-mon "${conf[@]}" -i a
  osd=$(uuid)
  timeout 30 ceph "${conf[@]}" osd new "$osd" 0
  ceph-osd "${conf[@]}" -i 0 --mkfs --osd-uuid "$osd"
  ceph-osd "${conf[@]}" -i 0
  radosgw "${conf[@]}" -n client.rgw
  until curl -sf -o /dev/null "http://127.0.0.1:$port"; do sleep 0.5; done
  "${admin[@]}" user create --uid=tideweek --display-name=Tideweek \
    --access-key=tideweektest --secret-key=tideweektestsecret --caps='roles=*'
  "${admin[@]}" role create --role-name=uploads --path=/ --assume-role-policy-doc='{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":{"AWS":["arn:aws:iam:::user/tideweek"]},"Action":["sts:AssumeRole"]}]}'
  "${admin[@]}" role-policy put --role-name=uploads --policy-name=put --policy-doc='{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":["s3:*"],"Resource":"arn:aws:s3:::*"}]}'
} > "$dir/log/start.log" 2>&1 < /dev/null
cat <<ENV
export TEST_S3_ENDPOINT=http://127.0.0.1:$port TEST_S3_ACCESS_KEY_ID=tideweektest
export TEST_S3_SECRET_ACCESS_KEY=tideweektestsecret TEST_S3_ROLE_ARN=arn:aws:iam:::role/uploads
ENV
